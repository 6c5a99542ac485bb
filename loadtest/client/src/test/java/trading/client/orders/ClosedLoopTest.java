package trading.client.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {

    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicLong earliestPlanNanos = new AtomicLong(Long.MAX_VALUE);

    @Test
    void whatWasHeldBackIsPlannedForTheEndOfThat() {
        AtomicInteger asked = new AtomicInteger();
        AtomicLong tenthNanos = new AtomicLong();
        loop(1, () -> {
            if (asked.incrementAndGet() == 10) {
                tenthNanos.set(System.nanoTime());
            }
            return asked.get() < 20;
        }).sendWhile(() -> sent.get() < 3, 0);
        assertThat(asked).hasValue(23);
        assertThat(earliestPlanNanos.get()).isGreaterThan(tenthNanos.get());
    }

    @Test
    void endsWhileHeldBack() {
        AtomicInteger asked = new AtomicInteger();
        assertThat(loop(4, () -> true).sendWhile(() -> asked.incrementAndGet() < 20, 7)).isEqualTo(7);
        assertThat(sent).hasValue(0);
    }

    private ClosedLoop loop(int clients, BooleanSupplier heldBack) {
        return new ClosedLoop(number -> {
            sent.incrementAndGet();
            return CompletableFuture.completedFuture(new Answers(1, List.of(), Duration.ZERO));
        }, new AnswerListener() {

            @Override
            public void answered(Answers answers, int orders, long plannedNanos) {
                earliestPlanNanos.accumulateAndGet(plannedNanos, Math::min);
            }

            @Override
            public void lost(int orders, long plannedNanos, @Nullable Throwable cause) {
                throw new AssertionError();
            }

            @Override
            public void notSent(int orders) {
                throw new AssertionError();
            }
        }, 1, clients, Duration.ofMillis(1), heldBack);
    }
}
