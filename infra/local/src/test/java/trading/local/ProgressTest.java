package trading.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressTest {

    @Test
    void aClientBelongsToTheEngineWhoseNameItBegins() {
        assertThat(Progress.engineOf("engine-1-StreamThread-1-consumer")).isEqualTo("engine-1");
        assertThat(Progress.engineOf("engine-10-StreamThread-2-consumer")).isEqualTo("engine-10");
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
