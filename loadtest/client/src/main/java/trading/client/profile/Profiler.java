package trading.client.profile;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Locale;
import trading.client.CommandFailed;
import trading.client.stack.Stack.StackProcess;

/**
 * async-profiler in other JVMs of this machine: it samples what their threads do with the processors, their compilers and
 * collectors among them, without waiting for safepoints. For one thread.
 */
final class Profiler {

    /** Of CPU time, between two samples of a thread. */
    private static final String INTERVAL = "1ms";

    private final Path library;
    private final Path folder;

    private Profiler(Path library, Path folder) {
        this.library = library;
        this.folder = folder;
    }

    /**
     * @param folder takes the library, which profiled processes keep open, and what they write
     * @throws CommandFailed on a machine that there is no library for
     */
    static Profiler in(Path folder) throws IOException {
        String name = platform() + "/libasyncProfiler.so";
        try (InputStream from = Profiler.class.getClassLoader().getResourceAsStream(name)) {
            if (from == null) {
                throw new CommandFailed("no profiler for this machine (expected: Linux or macOS)");
            }
            Path absolute = Files.createDirectories(folder).toAbsolutePath();
            // A new file in its place: processes that were profiled before have the old one open.
            Path written = Files.createTempFile(absolute, "profiler", ".so");
            Files.copy(from, written, StandardCopyOption.REPLACE_EXISTING);
            Path library = absolute.resolve("libasyncProfiler.so");
            Files.move(written, library, StandardCopyOption.REPLACE_EXISTING);
            return new Profiler(library, absolute);
        }
    }

    /**
     * Begins to sample a process; what was sampled of it before is forgotten.
     *
     * @param limit after which it ends by itself, should nobody be there to stop it
     */
    void start(StackProcess process, Duration limit) throws IOException {
        tell(process, "start,event=cpu,threads,interval=" + INTERVAL + ",timeout=" + limit.toSeconds());
    }

    /** Ends that, and writes {@code NAME.html}, a flame graph, and {@code NAME.collapsed}, its stacks as text. */
    ThreadShares stop(StackProcess process) throws IOException {
        Path stacks = folder.resolve(process.name() + ".collapsed");
        tell(process, "stop,collapsed,threads,file=" + stacks);
        tell(process, "dump,flamegraph,threads,title=CPU time of " + process.name() + ",file="
                + folder.resolve(process.name() + ".html"));
        return ThreadShares.of(Files.readAllLines(stacks));
    }

    private void tell(StackProcess process, String command) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
            try {
                machine.loadAgentPath(library.toString(), command);
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static String platform() {
        if (System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac")) {
            return "macos";
        }
        return System.getProperty("os.arch").equals("aarch64") ? "linux-arm64" : "linux-x64";
    }
}
