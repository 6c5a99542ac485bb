package trading.system.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServicesTest {

    private static final long OLD = 1;
    private static final long OTHER = 2;
    private static final long NEW = 3;

    @Test
    void whatIsNewCountsFromZero() {
        assertThat(Services.growth(List.of(OLD), Map.of(OLD, 10.0), Map.of(OLD, 15.0, NEW, 2.0))).isEqualTo(7);
    }

    @Test
    void whatDidNotAnswerBeforeCountsNothing() {
        assertThat(Services.growth(List.of(OLD, OTHER), Map.of(OLD, 10.0), Map.of(OLD, 10.0, OTHER, 500.0))).isZero();
    }

    @Test
    void whatIsGoneCountsNothing() {
        assertThat(Services.growth(List.of(OLD, OTHER), Map.of(OLD, 10.0, OTHER, 7.0), Map.of(OLD, 11.0))).isOne();
    }
}
