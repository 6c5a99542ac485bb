package trading.gateway.orders;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.local.SynchronizationStrategy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import trading.gateway.OrderProperties;
import trading.gateway.problems.Problem;

/**
 * How many orders and cancels each user may send: so many a second, and so many at once that were saved up. Knows the users
 * who sent something last; one who is forgotten begins anew. Safe for use by any thread.
 */
@Component
final class UserRates {

    private final int perSecond;
    private final int burst;
    private final int maxUsers;
    private final OrderFigures figures;
    /** By their last order. */
    private final Map<String, Bucket> users = new LinkedHashMap<>(16, 0.75f, true);

    UserRates(OrderProperties properties, OrderFigures figures) {
        this.perSecond = properties.ordersPerSecond();
        this.burst = properties.orderBurst() == 0 ? perSecond : properties.orderBurst();
        this.maxUsers = properties.maxLimitedUsers();
        this.figures = figures;
    }

    /** Counts an order or a cancel of a user: {@code null} if it may be sent, else what is told. */
    @Nullable
    Problem take(String userId) {
        if (perSecond == 0) {
            return null;
        }
        ConsumptionProbe probe;
        synchronized (users) {
            probe = bucket(userId).tryConsumeAndReturnRemaining(1);
        }
        if (probe.isConsumed()) {
            return null;
        }
        figures.limited();
        long seconds = Duration.ofNanos(probe.getNanosToWaitForRefill()).plusMillis(999).toSeconds();
        return Problem.rateLimited(perSecond, Duration.ofSeconds(Math.max(1, seconds)));
    }

    /** Counts so many more, which were sent already: nothing is taken from the user until as many could have been sent. */
    void owe(String userId, int more) {
        if (perSecond > 0 && more > 0) {
            synchronized (users) {
                bucket(userId).consumeIgnoringRateLimits(more);
            }
        }
    }

    private Bucket bucket(String userId) {
        Bucket known = users.get(userId);
        if (known != null) {
            return known;
        }
        Bucket bucket = Bucket.builder()
                .addLimit(limit -> limit.capacity(burst).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .withNanosecondPrecision().withSynchronizationStrategy(SynchronizationStrategy.NONE).build();
        users.put(userId, bucket);
        if (users.size() > maxUsers) {
            users.remove(users.keySet().iterator().next());
        }
        return bucket;
    }
}
