package trading.system.budget;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import trading.local.Jvm;
import trading.local.Launch;
import trading.local.Server;
import trading.local.ServerProcess;

/** A program of the benchmarks as a process of a running stack, so that a load test measures it as well. Used by one thread. */
public final class BenchmarkProgram implements AutoCloseable {

    /** {@code BareGateway}, as figures name it. */
    public static final String BARE_GATEWAY = "bare";

    /** {@code SmallestEngine}, as figures name it. */
    public static final String SMALLEST_ENGINE = "smallest-loop";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ServerProcess process;
    private final Path file;

    private BenchmarkProgram(ServerProcess process, Path file) {
        this.process = process;
        this.file = file;
    }

    /**
     * Starts {@code BareGateway} in the place of the stack's gateway, and returns when it listens.
     *
     * @param stack describes the running stack; beside it, a description is written in which this is the gateway
     * @param port where it listens
     * @throws IOException if it does not start
     */
    public static BenchmarkProgram bareGateway(Path checkout, Path stack, int port)
            throws IOException, InterruptedException {
        ObjectNode described = (ObjectNode) JSON.readTree(stack);
        ServerProcess process = start(new Program(BARE_GATEWAY, "trading.gateway.orders.BareGateway", 256, checkout,
                port, described.path("kafka").asString(), stack.resolveSibling("logs")));
        described.put("gateway", "http://127.0.0.1:" + port);
        for (JsonNode other : described.withArray("/processes")) {
            if (other.path("service").asString().equals("gateway")) {
                describe((ObjectNode) other, BARE_GATEWAY, process, port);
            }
        }
        return new BenchmarkProgram(process, write(described, stack, BARE_GATEWAY));
    }

    /**
     * Starts {@code SmallestEngine}, which trades the stack's orders as well, and returns when it does.
     *
     * @param stack describes the running stack; beside it, a description is written with this process added
     * @param port where it listens
     * @throws IOException if it does not start
     */
    public static BenchmarkProgram smallestEngine(Path checkout, Path stack, int port)
            throws IOException, InterruptedException {
        ObjectNode described = (ObjectNode) JSON.readTree(stack);
        ServerProcess process = start(new Program(SMALLEST_ENGINE, "trading.engine.SmallestEngine", 512, checkout,
                port, described.path("kafka").asString(), stack.resolveSibling("logs")));
        ObjectNode added = described.withArray("/processes").addObject().put("service", SMALLEST_ENGINE);
        describe(added, SMALLEST_ENGINE, process, port);
        return new BenchmarkProgram(process, write(described, stack, SMALLEST_ENGINE));
    }

    /** The description of the stack with this process. */
    public Path file() {
        return file;
    }

    @Override
    public void close() {
        process.close();
    }

    private static ServerProcess start(Program program) throws IOException, InterruptedException {
        ServerProcess process = ServerProcess.start(program);
        try {
            process.awaitReady();
        } catch (IOException | InterruptedException e) {
            process.close();
            throw e;
        }
        return process;
    }

    private static void describe(ObjectNode entry, String name, ServerProcess process, int port) {
        entry.put("name", name).put("pid", process.pid()).put("port", port);
    }

    private static Path write(ObjectNode described, Path stack, String name) throws IOException {
        return Files.writeString(stack.resolveSibling("stack-" + name + ".json"), JSON.writeValueAsString(described));
    }

    /** How it is started: it is told a port and a broker, and listens once it works. */
    private record Program(String name, String main, int heapMegabytes, Path checkout, int port, String kafka,
            Path logs) implements Server {

        private static final Duration START_LIMIT = Duration.ofSeconds(30);
        private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

        @Override
        public Launch launch() {
            List<String> command = new ArrayList<>(Jvm.withHeap(heapMegabytes).command());
            command.addAll(List.of("-cp", checkout.resolve("loadtest/benchmarks/target/benchmarks.jar").toString(),
                    main, Integer.toString(port), kafka));
            return new Launch(name, command, Map.of(), logs.resolve(name + ".log"), STOP_LIMIT, true);
        }

        @Override
        public boolean isReady() {
            try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return true;
            } catch (IOException e) {
                return false;
            }
        }

        @Override
        public Duration startLimit() {
            return START_LIMIT;
        }
    }
}
