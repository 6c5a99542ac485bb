package trading.client.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import trading.command.Checkout;

/** The commit of the checkout that this program was built in, if it was. */
public final class Commit {

    private static final Duration GIT_LIMIT = Duration.ofSeconds(10);
    private static final String HEADER = "#";
    private static final String COMMIT = "# branch.oid ";

    /** What stands there before the first commit. */
    private static final String NONE = "(initial)";
    private static final int SHORT = 12;

    private Commit() {}

    /** Its name, with {@code +changes} when files differ from it; empty without one, without git, or if git does not tell. */
    public static String name() throws InterruptedException {
        return name(Checkout.of(Commit.class), GIT_LIMIT);
    }

    static String name(Path checkout, Duration limit) throws InterruptedException {
        try {
            // Of a pipe, whoever reads to its end waits for git, and for whatever git started, without a limit.
            Path output = Files.createTempFile("commit", ".txt");
            try {
                return status(checkout, output, limit) ? nameIn(Files.readAllLines(output)) : "";
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            return "";
        }
    }

    /** Whether git told, in time, how the checkout is. */
    private static boolean status(Path checkout, Path output, Duration limit) throws IOException, InterruptedException {
        Process git = new ProcessBuilder("git", "status", "--porcelain=v2", "--branch").directory(checkout.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD).redirectOutput(output.toFile()).start();
        try {
            return git.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS) && git.exitValue() == 0;
        } finally {
            git.destroyForcibly();
        }
    }

    private static String nameIn(List<String> status) {
        String commit = status.stream().filter(line -> line.startsWith(COMMIT))
                .map(line -> line.substring(COMMIT.length())).findFirst().orElse(NONE);
        if (commit.equals(NONE)) {
            return "";
        }
        boolean isClean = status.stream().allMatch(line -> line.startsWith(HEADER));
        return commit.substring(0, Math.min(SHORT, commit.length())) + (isClean ? "" : "+changes");
    }
}
