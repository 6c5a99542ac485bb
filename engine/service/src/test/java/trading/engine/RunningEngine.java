package trading.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Time;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** An engine that a test starts and stops: in this process, or in one that can be killed. */
interface RunningEngine extends AutoCloseable {

    /** Stops it: politely, or as the operating system kills. Returns when it is gone. */
    @Override
    void close();

    /** An engine in this process. */
    record Here(ConfigurableApplicationContext context) implements RunningEngine {

        /** How many partitions it has in a state. */
        int partitions(Partitions.State state) {
            return context.getBean(Partitions.class).count(state);
        }

        /** Whether it says that it is ready. */
        boolean isReady() {
            return is(Status.UP);
        }

        /** Whether it says that it has given up. */
        boolean isDown() {
            return is(Status.DOWN);
        }

        private boolean is(Status status) {
            return context.getBean(EngineHealth.class).health().getStatus().equals(status);
        }

        @Override
        public void close() {
            context.close();
        }
    }

    static Here here(String bootstrapServers, String... properties) {
        return here(new SpringApplicationBuilder(EngineApplication.class), bootstrapServers, properties);
    }

    /** As the other, on a machine with this clock; Kafka's clients have the true one. */
    static Here here(Time clock, String bootstrapServers, String... properties) {
        return here(new SpringApplicationBuilder(EngineApplication.class)
                .initializers((GenericApplicationContext context) -> context.registerBean("testClock", Time.class,
                        () -> clock, bean -> bean.setPrimary(true))),
                bootstrapServers, properties);
    }

    private static Here here(SpringApplicationBuilder application, String bootstrapServers, String... properties) {
        return new Here(application.run(all(bootstrapServers, properties).toArray(String[]::new)));
    }

    static RunningEngine process(String bootstrapServers, String... properties) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), EngineApplication.class.getName()));
        command.addAll(all(bootstrapServers, properties));
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(Path.of("target", "engine-process.log").toFile()).start();
            return () -> process.destroyForcibly().onExit().join();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> all(String bootstrapServers, String... properties) {
        List<String> all = new ArrayList<>(
                List.of("--spring.kafka.bootstrap-servers=" + bootstrapServers, "--server.port=0"));
        // Orders outlive the restart of an engine, however slow.
        all.add("--trading.engine.order-timeout=10m");
        for (String property : properties) {
            // Spring would join the values of both.
            String name = "--" + property.substring(0, property.indexOf('=') + 1);
            all.removeIf(earlier -> earlier.startsWith(name));
            all.add("--" + property);
        }
        return all;
    }
}
