package trading.system.budget;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import trading.local.Jvm;
import trading.local.Launch;
import trading.local.Server;
import trading.local.ServerProcess;

/**
 * A program of the benchmarks that runs beside a stack: it is told a port and a broker, and listens there once it works.
 *
 * @param name as figures name it
 * @param main its class
 * @param folder takes its log
 */
record BenchmarkProgram(String name, String main, int heapMegabytes, Path checkout, int port, String kafka,
        Path folder) implements Server {

    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    /**
     * Starts it, and returns when it listens.
     *
     * @throws IOException if it does not
     */
    ServerProcess start() throws IOException, InterruptedException {
        ServerProcess process = ServerProcess.start(this);
        try {
            process.awaitReady();
        } catch (IOException | InterruptedException e) {
            process.close();
            throw e;
        }
        return process;
    }

    @Override
    public Launch launch() {
        List<String> command = new ArrayList<>(Jvm.withHeap(heapMegabytes).command());
        command.addAll(List.of("-cp", checkout.resolve("loadtest/benchmarks/target/benchmarks.jar").toString(), main,
                Integer.toString(port), kafka));
        return new Launch(name, command, Map.of(), folder.resolve(name + ".log"), STOP_LIMIT, true);
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
