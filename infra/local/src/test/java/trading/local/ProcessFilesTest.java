package trading.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessFilesTest {

    @TempDir
    private Path folder = Path.of("");
    private ProcessFiles files = new ProcessFiles(folder);
    private Process process = ProcessFilesTest.sleep();

    @BeforeEach
    void take() {
        files = new ProcessFiles(folder.resolve("processes"));
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    @Test
    void aProcessIsFoundByItsPidAndStartAndStopped() throws Exception {
        files.put("engine-1", process.toHandle());
        assertThat(files.find("engine-1")).hasValue(process.toHandle());

        assertThat(files.stopAll()).containsExactly("engine-1 (pid " + process.pid() + ")");

        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(files.stopAll()).isEmpty();
        assertThat(files.find("engine-1")).isEmpty();
    }

    @Test
    void anotherProcessThatGotThePidLaterIsLeftAlone() throws Exception {
        files.put("engine-1", process.toHandle());
        Files.writeString(folder.resolve("processes/engine-1"),
                process.pid() + " " + ProcessStart.of(ProcessHandle.current()));
        assertThat(files.find("engine-1")).isEmpty();
        assertThat(files.stopAll()).isEmpty();
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void aFileTornByAKillIsNoProcess() throws IOException {
        files.put("engine-1", process.toHandle());
        Files.writeString(folder.resolve("processes/engine-1"), Long.toString(process.pid()));
        Files.writeString(folder.resolve("processes/engine-2"), "");
        assertThat(files.stopAll()).isEmpty();
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void withoutAFolderNothingRuns() throws IOException {
        assertThat(new ProcessFiles(folder.resolve("none")).stopAll()).isEmpty();
    }

    private static Process sleep() {
        try {
            return new ProcessBuilder("sleep", "60").start();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
