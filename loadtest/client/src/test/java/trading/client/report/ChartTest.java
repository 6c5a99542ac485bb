package trading.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChartTest {

    private static final double[] SECONDS = {10, 20, 30, 40};

    @Test
    void whatStandsOutSetsTheScale() {
        String cut = behind().shaded(30, 40).draw();
        String whole = behind().draw();

        assertThat(cut).contains(">4<").doesNotContain(">600<");
        assertThat(whole).contains(">600<").doesNotContain(">4<");
    }

    @Test
    void whatIsHigherElsewhereStaysWhole() {
        assertThat(behind().shaded(10, 20).draw()).contains(">600<");
    }

    @Test
    void whatIsLogarithmicIsWhole() {
        assertThat(behind().logarithmic().shaded(30, 40).draw()).contains(">1<", ">100<");
    }

    @Test
    void moreSeriesThanColoursBeginWithTheFirstAgain() {
        Chart chart = new Chart("CPU by process", "", "cores");
        for (int process = 0; process < 12; process++) {
            chart.add("engine-" + process, SECONDS, SECONDS);
        }

        assertThat(chart.draw()).contains("class='line s9'").containsOnlyOnce("class='line s2'")
                .doesNotContain("class='line s10'").contains("<i class='c1'></i>engine-11");
    }

    private static Chart behind() {
        return new Chart("Behind", "", "seconds").add("for an engine", SECONDS,
                new double[]{700, 1, 2, 1.5});
    }
}
