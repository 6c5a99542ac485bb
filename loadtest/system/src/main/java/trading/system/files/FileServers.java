package trading.system.files;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import trading.local.Detours;
import trading.local.NodeProgram;
import trading.local.PortPlan;
import trading.local.Stack;
import trading.local.StackOptions;

/** A gateway and express on Node.js with the same folder. One thread starts them; {@link #close} may come from any other. */
public final class FileServers implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Stack stack;
    private final PortPlan ports;
    private final Path checkout;
    private final Path folder;
    private final Path log;
    private @Nullable Process node;
    private boolean isClosed;

    /**
     * Prepares both.
     *
     * @param home of data and logs
     * @param say hears what people should know
     */
    public FileServers(Path checkout, Path home, PortPlan ports, Path folder, Consumer<String> say)
            throws IOException {
        StackOptions options = new StackOptions(checkout, home, ports, 0, 0, Optional.empty(), Optional.empty(),
                Map.of("TRADING_GATEWAY_PAGE_MOREFILES", folder.toAbsolutePath().toString()), Detours.NONE, false,
                StackOptions.Training.NONE);
        Stack.deleteData(options);
        this.stack = Stack.prepare(options, say);
        this.ports = ports;
        this.checkout = checkout;
        this.folder = folder;
        this.log = home.resolve("logs").resolve("node.log");
    }

    /**
     * Starts both, and returns when both serve a file.
     *
     * @throws IOException if one of them does not
     */
    public List<FileServer> start(String file) throws IOException, InterruptedException {
        stack.start();
        long pid = stack.processes().stream().filter(process -> process.service().equals("gateway")).findFirst()
                .orElseThrow().pid();
        Process express = startNode();
        List<FileServer> servers = List.of(
                new FileServer("gateway", ProcessHandle.of(pid).orElseThrow(),
                        URI.create(stack.gatewayUrl() + "/page/any/" + file)),
                new FileServer("express", express.toHandle(),
                        URI.create("http://127.0.0.1:" + ports.detour(1) + "/" + file)));
        for (FileServer server : servers) {
            await(server);
        }
        return servers;
    }

    private synchronized Process startNode() throws IOException {
        if (isClosed) {
            throw new IOException("being stopped");
        }
        List<String> command = new ArrayList<>(
                NodeProgram.command(checkout.resolve("loadtest/baselines/node"), "files.js", log));
        command.addAll(List.of(Integer.toString(ports.detour(1)), folder.toAbsolutePath().toString()));
        node = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
        return node;
    }

    private static void await(FileServer server) throws IOException, InterruptedException {
        long endNanos = System.nanoTime() + START_LIMIT.toNanos();
        while (status(server.file()) != HttpURLConnection.HTTP_OK) {
            if (!server.process().isAlive() || System.nanoTime() > endNanos) {
                throw new IOException("%s: %s (expected: status 200 within %d s)".formatted(server.name(),
                        server.file(), START_LIMIT.toSeconds()));
            }
            Thread.sleep(LOOK);
        }
    }

    private static int status(URI uri) {
        try {
            return ((HttpURLConnection) uri.toURL().openConnection()).getResponseCode();
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        if (node != null) {
            node.destroy();
        }
        stack.close();
    }
}
