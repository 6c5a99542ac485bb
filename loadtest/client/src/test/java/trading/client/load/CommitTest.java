package trading.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class CommitTest {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path checkout = Path.of("");

    @Test
    void isNamedWithChangesIfThereAreAny() throws Exception {
        String commit = commit();

        assertThat(Commit.name(checkout, LIMIT)).isEqualTo(commit);
        Files.writeString(checkout.resolve("file"), "changed");
        assertThat(Commit.name(checkout, LIMIT)).isEqualTo(commit + "+changes");
        git("checkout", "file");
        Files.writeString(checkout.resolve("# a file that git does not know"), "");
        assertThat(Commit.name(checkout, LIMIT)).isEqualTo(commit + "+changes");
    }

    @Test
    void whereGitCannotTellThereIsNone() throws Exception {
        assertThat(Commit.name(checkout, LIMIT)).as("no checkout").isEmpty();
        git("init", "--quiet");
        assertThat(Commit.name(checkout, LIMIT)).as("no commit").isEmpty();
        commit();
        Files.writeString(checkout.resolve(".git/index"), "no index");
        assertThat(Commit.name(checkout, LIMIT)).as("not known whether it is clean").isEmpty();
    }

    @Test
    @Timeout(20)
    void aGitThatStandsStillIsNotWaitedFor() throws Exception {
        commit();
        Path slow = Files.writeString(checkout.resolve(".git/slow"), "#!/bin/sh\nexec sleep 60\n");
        Files.setPosixFilePermissions(slow, PosixFilePermissions.fromString("rwx------"));
        git("config", "core.fsmonitor", slow.toString());

        assertThat(Commit.name(checkout, Duration.ofMillis(500))).isEmpty();
    }

    /** Its name. */
    private String commit() throws IOException, InterruptedException {
        git("init", "--quiet");
        Files.writeString(checkout.resolve("file"), "as it was");
        git("add", "file");
        git("-c", "user.name=sue", "-c", "user.email=sue@localhost", "commit", "--quiet", "-m", "First");
        return git("rev-parse", "--short=12", "HEAD");
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command).directory(checkout.toFile()).redirectErrorStream(true).start();
        String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(git.waitFor()).as(output).isZero();
        return output;
    }
}
