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
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import trading.local.Jvm;
import trading.local.Launch;
import trading.local.Server;
import trading.local.ServerProcess;

/** The benchmarks' {@code BareGateway} as a process, in the place of a running stack's gateway. Used by one thread. */
public final class BareServer implements AutoCloseable {

    /** As figures name it. */
    public static final String NAME = "bare";

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
        process = ServerProcess.start(new Program(checkout.resolve("loadtest/benchmarks/target/benchmarks.jar"), port,
                described.path("kafka").asString(), stack.resolveSibling("logs").resolve("bare.log")));
        try {
            process.awaitReady();
        } catch (IOException | InterruptedException e) {
            process.close();
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

    /** The description of the stack with this server for a gateway. */
    public Path file() {
        return file;
    }

    @Override
    public void close() {
        process.close();
    }

    /** How it is started. */
    private record Program(Path jar, int port, String kafka, Path log) implements Server {

        private static final String MAIN = "trading.gateway.orders.BareGateway";
        private static final int HEAP_MEGABYTES = 256;
        private static final Duration START_LIMIT = Duration.ofSeconds(30);
        private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

        @Override
        public Launch launch() {
            List<String> command = new ArrayList<>(Jvm.withHeap(HEAP_MEGABYTES).command());
            command.addAll(List.of("-cp", jar.toString(), MAIN, Integer.toString(port), kafka));
            return new Launch(NAME, command, Map.of(), log, STOP_LIMIT, true);
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
