package trading.client.stack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessesTest {

    @Test
    void readsAMetricWithAndWithoutLabels() {
        String text = """
                # TYPE trading_engine_sales_total counter
                trading_engine_sales_total{application="engine"} 1.25E6
                trading_engine_sales_total 5.0
                trading_engine_sales_totals 7.0
                """;

        assertThat(Processes.metric(text, "trading_engine_sales_total")).isEqualTo(1_250_005);
        assertThat(Processes.metric("", "trading_engine_sales_total")).isZero();
    }
}
