package trading.system.budget;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import trading.local.Jvm;

/** The benchmarks' {@code BareGateway} as a process, in the place of a running stack's gateway. Used by one thread. */
public final class BareServer implements AutoCloseable {

    /** As figures name it. */
    public static final String NAME = "bare";

    private static final String PROGRAM = "trading.gateway.orders.BareGateway";
    private static final int HEAP_MEGABYTES = 256;
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Process process;
    private final Path file;

    /**
     * Starts it, and returns when it listens.
     *
     * @param stack describes the running stack; beside it, a description is written that has this server for a gateway
     * @throws IOException if it does not start
     */
    public BareServer(Path checkout, Path stack, int port) throws IOException, InterruptedException {
        ObjectNode described = (ObjectNode) JSON.readTree(stack);
        List<String> command = new ArrayList<>(Jvm.withHeap(HEAP_MEGABYTES).command());
        command.addAll(List.of("-cp", checkout.resolve("loadtest/benchmarks/target/benchmarks.jar").toString(), PROGRAM,
                Integer.toString(port), described.path("kafka").asString()));
        process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(stack.resolveSibling("logs").resolve("bare.log").toFile()).start();
        try {
            awaitListening(port);
        } catch (IOException | InterruptedException e) {
            process.destroyForcibly();
            throw e;
        }
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

    private void awaitListening(int port) throws IOException, InterruptedException {
        long endNanos = System.nanoTime() + START_LIMIT.toNanos();
        while (!isListening(port)) {
            if (!process.isAlive() || System.nanoTime() > endNanos) {
                throw new IOException(PROGRAM + ": does not listen on " + port + " (expected: within "
                        + START_LIMIT.toSeconds() + " s)");
            }
            Thread.sleep(LOOK);
        }
    }

    private static boolean isListening(int port) {
        try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** The description of the stack with this server for a gateway. */
    public Path file() {
        return file;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
