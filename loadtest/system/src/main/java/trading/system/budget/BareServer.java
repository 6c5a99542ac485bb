package trading.system.budget;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import trading.local.ServerProcess;

/** The benchmarks' {@code BareGateway} as a process, in the place of a running stack's gateway. Used by one thread. */
public final class BareServer implements AutoCloseable {

    /** As figures name it. */
    public static final String NAME = "bare";

    private static final String MAIN = "trading.gateway.orders.BareGateway";
    private static final int HEAP_MEGABYTES = 256;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ServerProcess process;
    private final Path file;

    /**
     * Starts it, and returns when it listens.
     *
     * @param stack describes the running stack; beside it, a description is written that has this server for a gateway
     * @throws IOException if it does not start
     */
    public BareServer(Path checkout, Path stack, int port) throws IOException, InterruptedException {
        ObjectNode described = (ObjectNode) JSON.readTree(stack);
        process = new BenchmarkProgram(NAME, MAIN, HEAP_MEGABYTES, checkout, port, described.path("kafka").asString(),
                stack.resolveSibling("logs")).start();
        described.put("gateway", "http://127.0.0.1:" + port);
        ArrayNode processes = described.withArray("/processes");
        for (int i = 0; i < processes.size(); i++) {
            if (processes.get(i).path("service").asString().equals("gateway")) {
                ((ObjectNode) processes.get(i)).put("name", NAME).put("pid", process.pid()).put("port", port);
            }
        }
        file = stack.resolveSibling("stack-bare.json");
        Files.writeString(file, JSON.writeValueAsString(described));
    }

    /** The description of the stack with this server for a gateway. */
    public Path file() {
        return file;
    }

    @Override
    public void close() {
        process.close();
    }
}
