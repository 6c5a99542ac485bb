package trading.system.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import trading.client.load.Commit;
import trading.client.report.LoadReport;
import trading.local.ClientProcess;

/**
 * Runs of the load test, each in a folder of its own below one. What lies there already is not measured again, so that what
 * was ended before its time goes on where it was. One thread measures; {@link #close} may come from any other, and comes when
 * this JVM is asked to end.
 */
public final class Runs implements AutoCloseable {

    private static final String REPORT = "report.json";
    private static final String FAILED = "failed.json";
    private static final String OPTIONS = "options";

    private final Path folder;
    private final ClientProcess client;
    private final String commit;
    private final Consumer<String> say;
    private final Set<String> otherCommits = new HashSet<>();
    private @Nullable Subject running;
    private boolean isClosed;

    /** What is done with a system while it runs. */
    @FunctionalInterface
    public interface Use {
        void use() throws IOException, InterruptedException;
    }

    private Runs(Path folder, ClientProcess client, String commit, Consumer<String> say) {
        this.folder = folder;
        this.client = client;
        this.commit = commit;
        this.say = say;
    }

    /**
     * Takes a folder.
     *
     * @param checkout where the client was built
     * @param options what all runs of the folder have in common
     * @param say is told when a run that lies there was made with another commit than this
     * @throws IOException if it holds runs with other options: they do not belong into one table
     */
    public static Runs in(Path folder, Path checkout, String options, Consumer<String> say)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path file = folder.resolve(OPTIONS);
        String line = options + System.lineSeparator();
        if (Files.exists(file) && !Files.readString(file).equals(line)) {
            throw new IOException(folder + ": holds runs with other options: " + Files.readString(file).strip()
                    + " (expected: " + options.strip() + ", or another --folder)");
        }
        Files.writeString(file, line);
        Runs runs = new Runs(folder, new ClientProcess(checkout), Commit.name(), say);
        Runtime.getRuntime().addShutdownHook(new Thread(runs::close, "stop"));
        return runs;
    }

    /**
     * Starts a system, uses it, and stops it.
     *
     * @throws IOException if it does not start, or its use fails
     */
    public void with(Subject subject, Use use) throws IOException, InterruptedException {
        synchronized (this) {
            if (isClosed) {
                subject.close();
                throw new IOException("being stopped");
            }
            running = subject;
        }
        try (subject) {
            subject.start();
            use.use();
        }
    }

    /** What was measured under a name; a run that was ended before its time does not count. */
    public Optional<LoadReport> find(String name) {
        Path file = folder.resolve(name).resolve(REPORT);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        LoadReport report = LoadReport.read(file);
        if (report.interrupted() || report.window() == null) {
            return Optional.empty();
        }
        tellOfAnotherCommit(report.commit());
        return Optional.of(report);
    }

    private void tellOfAnotherCommit(String measured) {
        if (!measured.isEmpty() && !commit.isEmpty() && !measured.equals(commit) && otherCommits.add(measured)) {
            say.accept("%s: holds runs of commit %s, taken as they are (this one is %s; another --folder measures anew)"
                    .formatted(folder, measured, commit));
        }
    }

    /**
     * Measures.
     *
     * @param name of the run
     * @param stack describes what is measured
     * @param options of {@code load}
     * @throws IOException if the client could not measure, or was ended
     */
    public LoadReport measure(String name, Path stack, List<String> options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(
                List.of("load", "--stack", stack.toString(), "--report", folder.resolve(name).toString()));
        arguments.addAll(options);
        int status = client.run(arguments);
        if (status != 0) {
            setAside(name);
            throw new IOException(name + ": the client ended with status " + status + " (expected: 0)");
        }
        return find(name).orElseThrow(
                () -> new IOException(name + ": ended before its time; the same command measures it again"));
    }

    /** A run that failed may have been measured to its end all the same; the same command measures it anew. */
    private void setAside(String name) throws IOException {
        Path report = folder.resolve(name).resolve(REPORT);
        if (Files.exists(report)) {
            Files.move(report, report.resolveSibling(FAILED), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Ends the run that is under way, and stops what is measured. */
    @Override
    public void close() {
        client.close();
        Subject subject;
        synchronized (this) {
            isClosed = true;
            subject = running;
        }
        if (subject != null) {
            subject.close();
        }
    }
}
