package trading.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import trading.wire.Topics;

class ProgressTest {

    @Test
    void aClientBelongsToTheEngineWhoseNameItBegins() {
        assertThat(Progress.engineOf("engine-1-StreamThread-1-consumer")).isEqualTo("engine-1");
        assertThat(Progress.engineOf("engine-10-StreamThread-2-consumer")).isEqualTo("engine-10");
    }

    @Test
    void nobodyIsBehindByTheMarkerOfTheLastTransaction() {
        Map<TopicPartition, Long> ends = Map.of(sales(0), 0L, sales(1), 8L, sales(2), 8L, sales(3), 8L);
        Map<TopicPartition, Long> committed = Map.of(sales(1), 7L, sales(2), 8L, sales(3), 5L);
        assertThat(Progress.behind(ends, committed, 1)).isEqualTo(2);
        assertThat(Progress.behind(ends, committed, 0)).isEqualTo(4);
        assertThat(Progress.behind(ends, Map.of(), 1)).isEqualTo(21);
    }

    private static TopicPartition sales(int partition) {
        return new TopicPartition(Topics.SALES, partition);
    }

    @Test
    void balancedIsWhenTheseEnginesShareAllPartitionsEvenly() {
        assertThat(Progress.isBalanced(Map.of("engine-1", 48), List.of("engine-1"))).isTrue();
        assertThat(Progress.isBalanced(Map.of("engine-1", 24, "engine-2", 24), List.of("engine-1", "engine-2")))
                .isTrue();
        assertThat(Progress.isBalanced(Map.of("engine-1", 48), List.of("engine-1", "engine-2"))).isFalse();
        assertThat(Progress.isBalanced(Map.of("engine-1", 24, "engine-2", 24), List.of("engine-1"))).isFalse();
        assertThat(Progress.isBalanced(Map.of("engine-1", 30, "engine-2", 18), List.of("engine-1", "engine-2")))
                .isFalse();
        assertThat(Progress.isBalanced(Map.of(), List.of("engine-1"))).isFalse();
        assertThat(Progress.isBalanced(Map.of(), List.of())).isTrue();
    }
}
