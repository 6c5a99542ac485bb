package trading.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs for Node.js, with what they need from its registry. */
public final class NodeProgram {

    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(5);

    private NodeProgram() {}

    /**
     * The command that starts a program, which has all it needs by then.
     *
     * @param folder holds the program and its {@code package-lock.json}
     * @param output takes what npm says
     * @throws IOException if npm cannot install what is missing; may take minutes
     */
    public static List<String> command(Path folder, String script, Path output) throws IOException {
        Path installed = folder.resolve("node_modules").resolve(".package-lock.json");
        Path wanted = folder.resolve("package-lock.json");
        if (!Files.exists(installed) || Files.getLastModifiedTime(installed)
                .compareTo(Files.getLastModifiedTime(wanted)) < 0) {
            install(folder, output);
        }
        return List.of("node", folder.resolve(script).toString());
    }

    private static void install(Path folder, Path output) throws IOException {
        Files.createDirectories(output.getParent());
        try {
            Process npm = new ProcessBuilder("npm", "ci").directory(folder.toFile()).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile())).start();
            boolean ended = npm.waitFor(INSTALL_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended || npm.exitValue() != 0) {
                npm.destroyForcibly();
                throw new IOException("npm ci in " + folder + ": failed (expected: status 0 within "
                        + INSTALL_LIMIT.toMinutes() + " minutes); it says why in " + output);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
