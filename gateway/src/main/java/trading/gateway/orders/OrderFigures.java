package trading.gateway.orders;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.stereotype.Component;
import trading.gateway.problems.Problem;

/** Counts what becomes of orders. Safe for use by any thread. */
@Component
public final class OrderFigures {

    private final Map<OrderCommand.Kind, LongAdder> accepted = new EnumMap<>(OrderCommand.Kind.class);
    private final Map<Refusal, LongAdder> refused = new EnumMap<>(Refusal.class);
    private final LongAdder invalid = new LongAdder();
    private final LongAdder conflicting = new LongAdder();
    private final LongAdder forbidden = new LongAdder();
    private final LongAdder limited = new LongAdder();
    private final LongAdder unknown = new LongAdder();

    OrderFigures(MeterRegistry meters) {
        for (OrderCommand.Kind kind : OrderCommand.Kind.values()) {
            accepted.put(kind, counter(meters, "trading.orders.accepted", "kind", lowerCase(kind)));
        }
        for (Refusal refusal : Refusal.values()) {
            refused.put(refusal, counter(meters, "trading.orders.refused", "reason", refusal.type()));
        }
        register(meters, "trading.orders.refused", "reason", "invalid", invalid);
        register(meters, "trading.orders.refused", "reason", Problem.IDEMPOTENCY_CONFLICT, conflicting);
        register(meters, "trading.orders.refused", "reason", Problem.FORBIDDEN, forbidden);
        register(meters, "trading.orders.refused", "reason", Problem.RATE_LIMITED, limited);
        FunctionCounter.builder("trading.orders.unknown", unknown, LongAdder::sum).register(meters);
    }

    private static LongAdder counter(MeterRegistry meters, String name, String tag, String value) {
        LongAdder count = new LongAdder();
        register(meters, name, tag, value, count);
        return count;
    }

    private static void register(MeterRegistry meters, String name, String tag, String value, LongAdder count) {
        FunctionCounter.builder(name, count, LongAdder::sum).tag(tag, value).register(meters);
    }

    private static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    void accepted(OrderCommand.Kind kind) {
        count(accepted, kind).increment();
    }

    void refused(Refusal refusal) {
        count(refused, refusal).increment();
    }

    void invalid() {
        invalid.increment();
    }

    void conflicting() {
        conflicting.increment();
    }

    /** Who asked may not ask for this user, or not any more: his token has expired. */
    void forbidden() {
        forbidden.increment();
    }

    void limited() {
        limited.increment();
    }

    void outcomeUnknown() {
        unknown.increment();
    }

    private static <K> LongAdder count(Map<K, LongAdder> counts, K key) {
        LongAdder count = counts.get(key);
        if (count == null) {
            throw new IllegalArgumentException("no count for " + key);
        }
        return count;
    }

    /** Orders and cancels that Kafka acknowledged since the start. */
    public long accepted() {
        return accepted.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** Orders and cancels that were refused since the start, for whatever reason. */
    public long refused() {
        return refused.values().stream().mapToLong(LongAdder::sum).sum() + invalid.sum() + conflicting.sum()
                + forbidden.sum() + limited.sum();
    }

    /** Orders and cancels since the start of which nobody knows whether Kafka took them. */
    public long unknown() {
        return unknown.sum();
    }
}
