package trading.system.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TicksTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            # a second, least in a tick, most
            1,           0,               1
            15,          1,               2
            19,          1,               2
            200,         20,              20
            """)
    void aSecondHasAsManyAsItShould(int perSecond, int least, int most) {
        Ticks ticks = new Ticks(perSecond, 10);
        List<Integer> each = IntStream.range(0, 50).map(_ -> ticks.next()).boxed().toList();

        assertThat(each.stream().mapToInt(Integer::intValue).sum()).isEqualTo(5 * perSecond);
        assertThat(each).allMatch(now -> now >= least && now <= most);
    }
}
