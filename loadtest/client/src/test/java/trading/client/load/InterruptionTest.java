package trading.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InterruptionTest {

    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void endsAWaitThatWouldGoOn() throws InterruptedException {
        try (Interruption interruption = new Interruption()) {
            AtomicInteger steps = new AtomicInteger();
            boolean done = interruption.await(LONG, limit -> {
                assertThat(limit).isLessThanOrEqualTo(Duration.ofSeconds(1));
                if (steps.incrementAndGet() == 2) {
                    Thread.startVirtualThread(interruption::come);
                }
                Thread.onSpinWait();
                return false;
            });

            assertThat(done).isFalse();
            assertThat(interruption.hasCome()).isTrue();
            assertThat(steps.get()).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void aWaitEndsWhenItIsDoneOrItsTimeIsOver() throws InterruptedException {
        try (Interruption interruption = new Interruption()) {
            assertThat(interruption.await(Duration.ZERO, limit -> true)).isTrue();
            assertThat(interruption.await(Duration.ofMillis(5), limit -> {
                Thread.onSpinWait();
                return false;
            })).isFalse();
            assertThat(interruption.hasCome()).isFalse();
        }
    }
}
