package trading.system.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trading.client.load.Commit;
import trading.client.report.LoadReport;
import trading.client.report.Machine;
import trading.client.report.Percentiles;
import trading.client.report.Window;

class RunsTest {

    @TempDir
    Path folder = Path.of("");

    private final List<String> said = new ArrayList<>();

    @Test
    void whatWasMeasuredIsFoundAgain() throws Exception {
        write("whole", false, "");
        write("interrupted", true, "");
        try (Runs runs = Runs.in(folder, folder, "--seconds 5", said::add)) {
            assertThat(runs.find("whole")).isPresent();
            assertThat(runs.find("interrupted")).as("ended before its time").isEmpty();
            assertThat(runs.find("none")).isEmpty();
        }
        assertThat(said).isEmpty();
    }

    @Test
    void runsOfAnotherCommitAreTakenAndToldOfOnce() throws Exception {
        assumeThat(Commit.name()).as("outside of a checkout nobody knows").isNotEmpty();
        write("whole", false, "0123456789ab");
        write("other", false, "0123456789ab");
        try (Runs runs = Runs.in(folder, folder, "--seconds 5", said::add)) {
            assertThat(runs.find("whole")).isPresent();
            assertThat(runs.find("other")).isPresent();
        }
        assertThat(said).singleElement().asString().contains("holds runs of commit 0123456789ab", Commit.name(),
                "--folder");
    }

    @Test
    void runsWithOtherOptionsDoNotBelongThere() throws Exception {
        Runs.in(folder, folder, "--seconds 5", said::add).close();
        Runs.in(folder, folder, "--seconds 5", said::add).close();
        assertThatThrownBy(() -> Runs.in(folder, folder, "--seconds 6", said::add)).isInstanceOf(IOException.class)
                .hasMessageContaining("holds runs with other options: --seconds 5 (expected: --seconds 6");
    }

    private void write(String name, boolean interrupted, String commit) throws IOException {
        Window window = new Window(1, 1, 0, 0, 0, 0, 1, Percentiles.NONE, null, Percentiles.NONE, 0, 0L, null, Map.of(),
                Map.of(), null, null, List.of());
        Files.createDirectories(folder.resolve(name));
        new LoadReport(LoadReport.FORMAT, "", "", commit, interrupted, Map.of(), new Machine(1, "", 1, "", "", 1, 1),
                Map.of(), new LoadReport.WarmUp(1, 1, true), "", window, null, List.of())
                .write(folder.resolve(name).resolve("report.json"));
    }
}
