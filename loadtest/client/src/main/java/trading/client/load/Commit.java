package trading.client.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import trading.command.Checkout;

/** The commit of the checkout that this program was built in, if it was. */
final class Commit {

    private static final int GIT_SECONDS = 10;

    private Commit() {}

    /** Its name, with {@code +changes} when files differ from it; empty without one, or without git. */
    static String name() throws InterruptedException {
        String commit = git("rev-parse", "--short=12", "HEAD");
        return commit.isEmpty() || git("status", "--porcelain").isEmpty() ? commit : commit + "+changes";
    }

    private static String git(String verb, String... arguments) throws InterruptedException {
        try {
            List<String> command = new ArrayList<>(List.of("git", verb));
            command.addAll(List.of(arguments));
            Process process = new ProcessBuilder(command).directory(Checkout.of(Commit.class).toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!process.waitFor(GIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "";
            }
            return process.exitValue() == 0 ? text : "";
        } catch (IOException e) {
            return "";
        }
    }
}
