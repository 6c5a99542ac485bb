package trading.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SummaryTest {

    @Test
    void whatIsOfNothingIsADash() {
        assertThat(Summary.figures(LoadReportTest.ofNothing())).containsEntry("sales per order", "-")
                .containsEntry("CPU µs/order, without this client", "-")
                .containsEntry("CPU µs/order of this client", "-")
                .containsEntry("CPU µs/sale, without this client", "-")
                .containsEntry("bytes/order, loopback", "-");
    }

    @Test
    void aSearchThatFoundNoCapacitySaysSo() {
        assertThat(Summary.figures(LoadReportTest.ofNothing())).containsEntry("capacity, orders/s", "none found");
    }
}
