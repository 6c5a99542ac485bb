package trading.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A system of {@code loadtest/baselines} as a process.
 *
 * @param folder of that module
 * @param databaseUrl {@code mysql://USER:PASSWORD@HOST:PORT/DATABASE}
 */
record BaselineServer(BaselineSettings settings, Path folder, int port, String databaseUrl,
        Path output) implements Server {

    private static final int HEAP_MEGABYTES = 1024;
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(25);

    @Override
    public Launch launch() throws IOException {
        List<String> command = new ArrayList<>(isNode() ? node() : java());
        command.addAll(List.of("--port", Integer.toString(port), "--engines", Integer.toString(settings.engines()),
                "--delay-millis", Integer.toString(settings.delayMillis())));
        return new Launch(settings.name(), command, Map.of("DATABASE_URL", databaseUrl), output, STOP_LIMIT, false);
    }

    @Override
    public boolean isReady() {
        return Readiness.ask(port).isReady();
    }

    @Override
    public Duration startLimit() {
        return START_LIMIT;
    }

    boolean isNode() {
        return settings.name().equals("node");
    }

    private List<String> java() throws IOException {
        Path jar = folder.resolve("target").resolve("baselines.jar");
        if (!Files.isRegularFile(jar)) {
            throw new IOException(jar + ": missing (expected: built by mvn package)");
        }
        List<String> command = new ArrayList<>(Jvm.withHeap(HEAP_MEGABYTES).command());
        command.addAll(List.of("-jar", jar.toString(), settings.name()));
        return command;
    }

    private List<String> node() throws IOException {
        List<String> command = new ArrayList<>(NodeProgram.command(folder.resolve("node"), "main.js", output));
        settings.persist().ifPresent(way -> command.addAll(List.of("--persist", way)));
        return command;
    }
}
