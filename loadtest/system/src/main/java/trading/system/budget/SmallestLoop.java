package trading.system.budget;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import trading.local.ServerProcess;

/** The benchmarks' {@code SmallestEngine} as a process beside a running stack, whose orders it trades as well. Used by one thread. */
public final class SmallestLoop implements AutoCloseable {

    /** As figures name it. */
    public static final String NAME = "smallest-loop";

    private static final String MAIN = "trading.engine.SmallestEngine";
    private static final int HEAP_MEGABYTES = 512;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ServerProcess process;
    private final Path file;

    /**
     * Starts it, and returns when it trades.
     *
     * @param stack describes the running stack; beside it, a description is written that has this process as well
     * @throws IOException if it does not start
     */
    public SmallestLoop(Path checkout, Path stack, int port) throws IOException, InterruptedException {
        ObjectNode described = (ObjectNode) JSON.readTree(stack);
        process = new BenchmarkProgram(NAME, MAIN, HEAP_MEGABYTES, checkout, port, described.path("kafka").asString(),
                stack.resolveSibling("logs")).start();
        described.withArray("/processes").addObject().put("name", NAME).put("service", NAME).put("pid", process.pid())
                .put("port", port);
        file = stack.resolveSibling("stack-" + NAME + ".json");
        Files.writeString(file, JSON.writeValueAsString(described));
    }

    /** The description of the stack with this process. */
    public Path file() {
        return file;
    }

    @Override
    public void close() {
        process.close();
    }
}
