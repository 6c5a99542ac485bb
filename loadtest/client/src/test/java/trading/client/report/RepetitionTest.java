package trading.client.report;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class RepetitionTest {

    private static final long SEED = 7;

    /** Worked out apart, with t = 3.18245 of three degrees of freedom from a table. */
    @Test
    void theRatioOfTheMeansAndItsInterval() {
        Repetition repetition = requireNonNull(Repetition.of(List.of(100.0, 120.0, 110.0), List.of(200.0, 240.0)));
        assertThat(repetition.times()).isCloseTo(1.9972, within(1e-4));
        assertThat(repetition.least()).isCloseTo(1.4709, within(1e-4));
        assertThat(repetition.most()).isCloseTo(2.7118, within(1e-4));
        assertThat(repetition.isTheSame()).isFalse();
    }

    @Test
    void tooFewRoundsSayNothing() {
        assertThat(Repetition.of(List.of(1.0), List.of(2.0))).isNull();
        assertThat(Repetition.of(List.of(), List.of(2.0, 3.0, 4.0))).isNull();
        assertThat(Repetition.of(List.of(1.0, 0.0), List.of(2.0))).isNull();
    }

    /** Of 2,000 pairs of comparisons of the same thing, 5 % are called different. */
    @Test
    void fiveInAHundredOfTheSameAreCalledDifferent() {
        SplittableRandom random = new SplittableRandom(SEED);
        int different = 0;
        for (int i = 0; i < 2_000; i++) {
            if (!requireNonNull(Repetition.of(rounds(random), rounds(random))).isTheSame()) {
                different++;
            }
        }
        assertThat(different).as("seed %d", SEED).isBetween(60, 140);
    }

    @Test
    void aSlowerMachineDividesOut() {
        List<RepeatedComparison.Row> rows = new RepeatedComparison(comparison(1), comparison(0.5)).rows();
        assertThat(rows).filteredOn(row -> row.figure().equals("sales/min")).hasSize(2).allSatisfy(row -> {
            assertThat(requireNonNull(row.times()).times()).isCloseTo(0.5, within(1e-9));
            assertThat(requireNonNull(row.besideItsRound()).times()).isCloseTo(1, within(1e-9));
        });
    }

    private static ComparedFigures comparison(double speed) {
        return ComparedFigures.of(JsonMapper.builder().build().readTree("""
                {"systems": [{"system": "a", "sales/min": {"rounds": [%s, %s]}},
                             {"system": "b", "sales/min": {"rounds": [%s, %s]}}]}
                """.formatted(100 * speed, 110 * speed, 300 * speed, 320 * speed)));
    }

    private static List<Double> rounds(SplittableRandom random) {
        List<Double> rounds = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            rounds.add(Math.exp(random.nextGaussian() / 10));
        }
        return rounds;
    }
}
