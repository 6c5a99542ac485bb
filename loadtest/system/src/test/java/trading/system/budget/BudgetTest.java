package trading.system.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import trading.client.report.LoadReport;
import trading.client.report.Machine;
import trading.client.report.Percentiles;
import trading.client.report.Window;

class BudgetTest {

    @ParameterizedTest
    @CsvSource({"990, 0, true", "990, 10, true", "990, 11, false", "0, 0, false", "0, 5, false"})
    void whatWasNeverKnownKeepsNoLimit(long measured, long missing, boolean isKept) {
        Percentiles latencies = new Percentiles(measured, 1, 1, 2, 3, 4, 5, List.of());

        assertThat(BudgetLine.atMost("half", "99 %", 10, Budget.p99(latencies, missing)).isKept()).isEqualTo(isKept);
    }

    @Test
    void itsFileSaysWhatWasMeasuredWhenAndWhere() {
        LoadReport lines = ofNothing("2026-01-01T00:05:00Z", "0123456789ab");
        LoadReport other = ofNothing("2026-01-01T00:00:00Z", "0123456789ab");
        Budget budget = new Budget(lines, other, other, other, other, other,
                new Budget.Starts(Map.of(), Map.of(), 20));

        JsonMapper mapper = JsonMapper.builder().build();
        JsonNode json = mapper.readTree(mapper.writeValueAsString(budget.json("./pipeline budget --seconds 5")));

        assertThat(json.propertyNames()).containsExactly("format", "command", "commit", "startedAt", "machine",
                "versions", "lines");
        assertThat(json.path("format").intValue()).isEqualTo(1);
        assertThat(json.path("command").asString()).isEqualTo("./pipeline budget --seconds 5");
        assertThat(json.path("commit").asString()).isEqualTo("0123456789ab");
        assertThat(json.path("startedAt").asString()).isEqualTo("2026-01-01T00:05:00Z");
        assertThat(json.path("machine").path("cores").intValue()).isEqualTo(2);
        assertThat(json.path("versions").path("database").asString()).isEqualTo("MariaDB");
        assertThat(json.path("lines")).hasSize(budget.all().size());
    }

    @Test
    void aRunThatAcceptedNothingKeepsNoLimitOfItsCosts() {
        LoadReport nothing = ofNothing("", "");
        Budget budget = new Budget(nothing, nothing, nothing, nothing, nothing, nothing,
                new Budget.Starts(Map.of(), Map.of(), 20));

        assertThat(budget.all()).noneMatch(BudgetLine::isKept);
        assertThat(budget.all()).filteredOn(line -> line.what().matches("CPU.*|times.*|sales an order|99.*"))
                .hasSize(13)
                .allSatisfy(line -> assertThat(line.toString()).endsWith("             -  missed"));
        assertThat(budget.others())
                .allMatch(costs -> costs.contains("to the 202 - ms") && costs.contains(" engine-1 -"));
    }

    /** A run in which nothing was accepted. */
    private static LoadReport ofNothing(String startedAt, String commit) {
        List<String> processes = List.of("gateway", "engine-1", "persister-1", "database",
                BenchmarkProgram.BARE_GATEWAY, BenchmarkProgram.SMALLEST_ENGINE);
        Window window = new Window(60, 0, 5, 0, 0, 0, 0, Percentiles.NONE, null, Percentiles.NONE, 0, 0L, null,
                processes.stream().collect(Collectors.toMap(name -> name, _ -> 30.0)), Map.of(), null, null, List.of());
        return new LoadReport(LoadReport.FORMAT, startedAt, "./pipeline load", commit, false, Map.of(),
                new Machine(2, "", 0, "", "", 1, 1), Map.of("database", "MariaDB"),
                new LoadReport.WarmUp(10, 0, false), "", window, null, List.of());
    }
}
