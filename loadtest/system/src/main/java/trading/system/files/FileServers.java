package trading.system.files;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import trading.local.PortPlan;
import trading.local.ServerProcess;
import trading.local.Stack;
import trading.local.StackOptions;

/** A gateway and express on Node.js with the same folder. One thread starts them; {@link #close} may come from any other. */
public final class FileServers implements AutoCloseable {

    private final Stack stack;
    private final Express express;
    private final String file;
    private @Nullable ServerProcess node;
    private boolean isClosed;

    /**
     * Prepares both.
     *
     * @param home of data and logs
     * @param file in the folder, which both serve
     * @param say hears what people should know
     */
    public FileServers(Path checkout, Path home, PortPlan ports, Path folder, String file, Consumer<String> say)
            throws IOException {
        StackOptions options = StackOptions.of(checkout, home, ports, 0, 0)
                .withEnvironment(Map.of("TRADING_GATEWAY_PAGE_MOREFILES", folder.toAbsolutePath().toString()))
                .withTraining(StackOptions.Training.NONE);
        Stack.deleteData(options);
        this.stack = Stack.prepare(options, say);
        this.express = new Express(checkout.resolve("loadtest/baselines/node"), ports.detour(1), folder, file,
                home.resolve("logs").resolve("node.log"));
        this.file = file;
    }

    /**
     * Starts both, and returns when both serve the file.
     *
     * @throws IOException if one of them does not
     */
    public List<FileServer> start() throws IOException, InterruptedException {
        stack.start();
        long gateway = stack.processes().stream().filter(process -> process.service().equals("gateway")).findFirst()
                .orElseThrow().pid();
        ServerProcess started = startNode();
        started.awaitReady();
        return List.of(
                new FileServer("gateway", ProcessHandle.of(gateway).orElseThrow(),
                        URI.create(stack.gatewayUrl() + "/page/any/" + file)),
                new FileServer("express", ProcessHandle.of(started.pid()).orElseThrow(), express.uri()));
    }

    private synchronized ServerProcess startNode() throws IOException {
        if (isClosed) {
            throw new IOException("being stopped");
        }
        node = ServerProcess.start(express);
        return node;
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        if (node != null) {
            node.close();
        }
        stack.close();
    }
}
