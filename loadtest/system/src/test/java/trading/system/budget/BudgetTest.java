package trading.system.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trading.client.report.Percentiles;

class BudgetTest {

    @ParameterizedTest
    @CsvSource({"990, 0, true", "990, 10, true", "990, 11, false", "0, 0, false", "0, 5, false"})
    void whatWasNeverKnownKeepsNoLimit(long measured, long missing, boolean isKept) {
        Percentiles latencies = new Percentiles(measured, 1, 1, 2, 3, 4, 5, List.of());

        assertThat(BudgetLine.atMost("half", "99 %", 10, Budget.p99(latencies, missing)).isKept()).isEqualTo(isKept);
    }
}
