package trading.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClockWatchTest {

    private static final Instant NOON = Instant.parse("2026-11-27T12:00:00Z");

    private final AtomicInteger ends = new AtomicInteger();
    private Duration passed = Duration.ZERO;
    private Duration set = Duration.ZERO;
    private final ClockWatch watch = new ClockWatch(Duration.ofSeconds(2), () -> NOON.plus(passed).plus(set),
            () -> passed.toNanos(), ends::incrementAndGet);

    @AfterEach
    void close() {
        watch.close();
    }

    @Test
    void timeMayPassAsItDoes() {
        look(Duration.ofMillis(500), Duration.ZERO);
        look(Duration.ofHours(3), Duration.ZERO);
        assertThat(ends).hasValue(0);
    }

    @Test
    void aClockThatIsSetBackByMoreThanIsBorneEndsTheService() {
        look(Duration.ofMillis(500), Duration.ofSeconds(-2));
        assertThat(ends).hasValue(0);
        look(Duration.ofMillis(500), Duration.ofMillis(-2_001));
        assertThat(ends).hasValue(1);
    }

    @Test
    void aClockThatIsSetForwardIsBorneAndItsWayBackIsNot() {
        look(Duration.ofMillis(500), Duration.ofHours(1));
        assertThat(ends).hasValue(0);
        look(Duration.ofSeconds(30), Duration.ofHours(-1));
        assertThat(ends).hasValue(1);
    }

    /** After time has passed, and the clock was set beside. */
    private void look(Duration passes, Duration sets) {
        passed = passed.plus(passes);
        set = set.plus(sets);
        watch.look();
    }
}
