package trading.client.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import trading.client.orders.Answers;
import trading.client.orders.Outcomes;
import trading.client.stack.EngineSales;

class SummaryTest {

    private final Outcomes outcomes = new Outcomes();
    private EngineSales engineSales = new EngineSales(Map.of("engine-1", 6L, "engine-2", 2L), Set.of());

    @Test
    void sharesAreThoseOfAllEngines() {
        accept(4);

        assertThat(print()).containsPattern("engine-1 +6  sales, 75 %\n").containsPattern("engine-2 +2  sales, 25 %\n")
                .containsPattern("sales per order +2.00\n").containsPattern("engine-1 +1.0 +250000.0 +125000.0\n");
    }

    @Test
    void whileOneIsSilentThereAreNoShares() {
        accept(4);
        engineSales = new EngineSales(Map.of("engine-1", 6L), Set.of("engine-2"));

        assertThat(print()).containsPattern("engine-1 +6  sales\n")
                .containsPattern("engine-2 +-  sales: it did not answer\n").doesNotContain("%");
    }

    @Test
    void whatIsOfNoOrderIsNoNumber() {
        assertThat(print()).containsPattern("sales per order +none accepted\n")
                .containsPattern("engine-1 +1.0 +- +125000.0\n").doesNotContain("NaN", "Infinity");
    }

    private void accept(int orders) {
        outcomes.answered(new Answers(orders, List.of(), Duration.ZERO), orders, System.nanoTime());
    }

    private String print() {
        StringWriter text = new StringWriter();
        new Summary(outcomes, Duration.ofSeconds(1), 10, 18, Duration.ofSeconds(2), engineSales,
                Map.of("engine-1", Duration.ofSeconds(1)), Set.of()).print(new PrintWriter(text));
        return text.toString().replace(System.lineSeparator(), "\n");
    }
}
