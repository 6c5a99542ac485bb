package trading.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trading.wire.Topics;

class CheckpointMomentsTest {

    private static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final long NOW = 1_780_000_000_123L;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 47})
    void oneIsDueInEachIntervalAndWhoWaitsForItMeetsIt(int partition) {
        CheckpointMoments moments = CheckpointMoments.of(INTERVAL, partition);
        Duration wait = moments.untilNext(NOW);
        assertThat(wait).isPositive().isLessThanOrEqualTo(INTERVAL);
        long moment = NOW + wait.toMillis();
        assertThat(moments.anyBetween(NOW, moment - 1)).isFalse();
        assertThat(moments.anyBetween(moment - 1, moment)).isTrue();
        assertThat(moments.anyBetween(moment, moment + INTERVAL.toMillis() - 1)).isFalse();
        assertThat(moments.anyBetween(moment, moment + INTERVAL.toMillis())).isTrue();
        assertThat(moments.untilNext(moment)).isEqualTo(INTERVAL);
    }

    @Test
    void noTwoPartitionsHaveTheSameOne() {
        Set<Duration> waits = new HashSet<>();
        for (int partition = 0; partition < Topics.PARTITIONS; partition++) {
            waits.add(CheckpointMoments.of(INTERVAL, partition).untilNext(NOW));
        }
        assertThat(waits).hasSize(Topics.PARTITIONS);
    }
}
