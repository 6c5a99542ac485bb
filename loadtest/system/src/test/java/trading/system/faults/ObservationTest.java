package trading.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObservationTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            # behind, usually, more
            300,      250,     false
            900,      250,     true
            60,       8,       true
            20,       8,       false
            5,        0,       false
            11,       0,       true
            """)
    void salesAreBehindWhenMoreWaitThanUsual(long behind, long usually, boolean more) {
        assertThat(Observation.isMore(behind, usually)).isEqualTo(more);
    }
}
