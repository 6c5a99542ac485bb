package trading.testing;

import java.io.IOException;
import java.nio.file.Path;
import trading.local.Folders;
import trading.local.Server;
import trading.local.ServerProcess;
import trading.local.Signals;

/** A process of this machine, with its data in a folder of its own. */
record JarInstance(ServerProcess process, Path folder) implements Instance {

    static JarInstance start(Server server, Path folder) throws IOException, InterruptedException {
        ServerProcess process = ServerProcess.start(server);
        try {
            process.awaitReady();
        } catch (IOException | InterruptedException e) {
            process.kill();
            throw e;
        }
        return new JarInstance(process, folder);
    }

    @Override
    public void kill() {
        process.kill();
    }

    @Override
    public void stall() throws IOException, InterruptedException {
        Signals.stall(process.pid());
    }

    @Override
    public void resume() throws IOException, InterruptedException {
        Signals.resume(process.pid());
    }

    @Override
    public void restart() throws IOException, InterruptedException {
        process.restart();
        process.awaitReady();
    }

    @Override
    public void close() throws IOException {
        process.kill();
        Folders.delete(folder);
    }
}
