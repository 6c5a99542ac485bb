package trading.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One of our services out of its module's target folder, as a process that says by HTTP whether it is ready.
 *
 * @param name such as {@code engine-1}
 * @param jar what is started
 * @param port its own HTTP port
 * @param environment its configuration
 * @param endsWithParent as in {@link Launch}
 */
record JarService(String name, Path jar, Path output, int port, Jvm jvm, Map<String, String> environment,
        Duration stopLimit, boolean endsWithParent) implements Server {

    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    @Override
    public Launch launch() throws IOException {
        if (!Files.isRegularFile(jar)) {
            throw new IOException(jar + ": missing (expected: built by mvn package)");
        }
        List<String> command = new ArrayList<>(jvm.command());
        command.addAll(List.of("-jar", jar.toString()));
        return new Launch(name, command, environment, output, jvm.stopLimit(stopLimit), endsWithParent);
    }

    @Override
    public boolean isReady() {
        return Readiness.ask(port).isReady();
    }

    @Override
    public Duration startLimit() {
        return START_LIMIT;
    }
}
