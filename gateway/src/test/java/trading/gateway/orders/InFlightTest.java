package trading.gateway.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class InFlightTest {

    private static final int ORDER = 100;

    private final InFlight inFlight = new InFlight(1_000, 2_000);
    private long nowMillis;

    @Test
    void bytesAreBounded() {
        for (int i = 0; i < 10; i++) {
            assertThat(inFlight.add(ORDER)).isNull();
        }
        assertThat(inFlight.add(ORDER)).isEqualTo(Refusal.IN_FLIGHT);
        inFlight.remove(ORDER);
        assertThat(inFlight.add(ORDER)).isNull();
        assertThat(inFlight.bytes()).isEqualTo(1_000);
    }

    @Test
    void whatWaitsTooLongKeepsOthersOut() {
        inFlight.add(ORDER);
        lookAfter(100);
        lookAfter(2_000);
        assertThat(inFlight.add(ORDER)).isNull();
        lookAfter(100);
        assertThat(inFlight.add(ORDER)).as("the first waits for 2.1 s").isEqualTo(Refusal.KAFKA_BEHIND);
        inFlight.remove(ORDER);
        lookAfter(100);
        assertThat(inFlight.add(ORDER)).as("the second waits for 0.2 s").isNull();
    }

    @Test
    void whatWillWaitTooLongIsRefusedBeforeItHasWaited() {
        InFlight large = new InFlight(1_000_000, 2_000);
        boolean refused = false;
        for (int i = 0; i < 20 && !refused; i++) {
            // Twice as much comes as Kafka takes.
            for (int order = 0; order < 20; order++) {
                refused |= large.add(ORDER) != null;
            }
            for (int order = 0; order < 10; order++) {
                large.remove(ORDER);
            }
            nowMillis += 200;
            large.look(nowMillis);
        }
        assertThat(refused).isTrue();
        assertThat(large.bytes()).as("at 5,000 a second, in bytes").isLessThanOrEqualTo(2 * 5_000 + 20 * ORDER);
    }

    @Test
    void whoKeepsUpIsNeverRefused() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(inFlight.add(ORDER)).isNull();
            lookAfter(100);
            if (i >= 5) {
                inFlight.remove(ORDER);
            }
        }
    }

    @Test
    void whatWasRefusedIsNotWaitedFor() throws Exception {
        for (int round = 0; round < 200; round++) {
            InFlight full = new InFlight(ORDER, 2_000);
            full.add(ORDER);
            AtomicBoolean isOver = new AtomicBoolean();
            Thread refused = Thread.ofPlatform().start(() -> {
                while (!isOver.get()) {
                    full.add(ORDER);
                }
            });
            for (int look = 0; look < 10; look++) {
                full.look(look);
            }
            isOver.set(true);
            refused.join();
            full.remove(ORDER);
            full.look(60_000);
            assertThat(full.add(ORDER)).as("round %d", round).isNull();
        }
    }

    private void lookAfter(long millis) {
        nowMillis += millis;
        inFlight.look(nowMillis);
    }
}
