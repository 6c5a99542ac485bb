package trading.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RoundsTest {

    private static final List<Kind> ALL = List.of(Kind.values());
    private static final Duration NOTHING = Duration.ZERO;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void noRoundBeginsAfterTheTimeAlthoughKindsAreLeft() {
        Rounds rounds = rounds(ALL, false);

        assertThat(rounds.next(NOTHING)).hasSize(5).doesNotHaveDuplicates();
        assertThat(rounds.next(MINUTE.minusMillis(1))).hasSize(5);
        assertThat(rounds.next(MINUTE)).isEmpty();
    }

    @Test
    void aStackThatTakesLongToStartHasOneRound() {
        assertThat(rounds(ALL, false).next(MINUTE.multipliedBy(2))).hasSize(5);
    }

    @Test
    void kindsAreDrawnAgainUntilTheTimeIsOver() {
        Rounds rounds = rounds(List.of(Kind.KILL_ENGINE, Kind.POISON), false);

        for (int round = 0; round < 3; round++) {
            assertThat(rounds.next(NOTHING)).containsExactlyInAnyOrder(Kind.KILL_ENGINE, Kind.POISON);
        }
    }

    @Test
    void eachKindComesHoweverLongThatTakes() {
        Rounds rounds = rounds(ALL, true);
        List<Kind> came = new ArrayList<>();
        for (List<Kind> now = rounds.next(MINUTE); !now.isEmpty(); now = rounds.next(MINUTE.multipliedBy(9))) {
            came.addAll(now);
        }

        assertThat(came).containsExactlyInAnyOrderElementsOf(ALL);
    }

    @Test
    void whatIsNamedSevenTimesComesSevenTimes() {
        Rounds rounds = rounds(Collections.nCopies(7, Kind.KILL_ENGINE), true);

        assertThat(rounds.next(NOTHING)).hasSize(5);
        assertThat(rounds.next(NOTHING)).hasSize(2);
        assertThat(rounds.next(NOTHING)).isEmpty();
    }

    private static Rounds rounds(List<Kind> kinds, boolean each) {
        return new Rounds(kinds, each, MINUTE, new SplittableRandom(1));
    }
}
