package trading.gateway.events;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.json.JsonMapper;
import trading.gateway.GatewayProperties;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;

/**
 * Hands the results to whoever watches a user's events. Safe for use by any thread; the records of a partition come in their
 * order.
 */
@Component
public final class Events {

    private static final Logger log = LoggerFactory.getLogger(Events.class);

    private static final Duration LOOK = Duration.ofMillis(50);

    private final EventProperties properties;
    private final ReadBack.Factory readBacks;
    private final JsonMapper json;
    private final Duration retryAfter;
    private final Counter refused;
    private final Counter behind;
    private final Sinks.Empty<Void> closing = Sinks.empty();
    private final Map<String, List<Watch>> watches = new HashMap<>();
    /** Of each partition, the record that comes next. */
    private final Progress positions = Progress.before(new long[Topics.PARTITIONS]);
    private boolean caughtUp;
    private boolean stops;
    private int open;

    Events(EventProperties properties, ReadBack.Factory readBacks, GatewayProperties gateway, JsonMapper json,
            MeterRegistry meters) {
        this.properties = properties;
        this.readBacks = readBacks;
        this.json = json;
        this.retryAfter = gateway.retryAfter();
        Gauge.builder("trading.events.streams", this, Events::open).description("Streams of events that are open")
                .register(meters);
        this.refused = Counter.builder("trading.events.streams.refused")
                .description("Streams of events that were one too many").register(meters);
        this.behind = Counter.builder("trading.events.streams.behind")
                .description("Streams of events that ended since their clients were too slow").register(meters);
    }

    /**
     * Records of the partition come from this one on. Whoever listens now may miss some, and comes again: then he is told
     * so.
     */
    public synchronized void comesFrom(int partition, long offset) {
        positions.set(partition, offset, 0);
        watches.values().forEach(ofUser -> ofUser.forEach(Watch::end));
    }

    /** What comes now is new: streams can begin. */
    public synchronized void caughtUp() {
        caughtUp = true;
    }

    /**
     * A record came.
     *
     * @param batch what it tells; {@code null} if that came before, or is nothing
     */
    public synchronized void came(int partition, long offset, @Nullable Batch batch) {
        if (batch != null && !watches.isEmpty()) {
            tell(partition, offset, batch);
        }
        positions.set(partition, offset + 1, 0);
    }

    private void tell(int partition, long offset, Batch batch) {
        Set<String> told = new HashSet<>();
        for (Sale sale : batch.getSalesList()) {
            addIfWatched(sale.getBuyer(), told);
            addIfWatched(sale.getSeller(), told);
        }
        for (ClosedOrder closed : batch.getClosedList()) {
            addIfWatched(closed.getOrder().getUserId(), told);
        }
        for (OpenOrder rested : batch.getRestedList()) {
            addIfWatched(rested.getUserId(), told);
        }
        for (String userId : told) {
            for (Watch watch : watches.getOrDefault(userId, List.of())) {
                watch.goOnTo(positions);
                watch.came(partition, offset, batch);
            }
        }
    }

    private void addIfWatched(String userId, Set<String> told) {
        if (watches.containsKey(userId)) {
            told.add(userId);
        }
    }

    /**
     * What happens to a user's orders, for as long as the client listens and this gateway runs.
     *
     * @param last how far the client has been told, {@code null} if it begins
     */
    Flux<ServerSentEvent<String>> open(String userId, @Nullable Progress last) {
        return Flux.defer(() -> {
            Opened opened = watch(userId, last);
            Watch watch = opened.watch();
            Flux<ServerSentEvent<String>> missed = last == null
                    ? Flux.empty()
                    : readBacks.read(watch, opened.positions()).onErrorMap(KafkaException.class, this::unavailable);
            return missed.concatWith(Flux.defer(() -> coming(watch, opened.start())))
                    .takeUntil(event -> Watch.BEHIND.equals(event.event())).takeUntilOther(closing.asMono())
                    .doFinally(_ -> end(watch));
        });
    }

    private Flux<ServerSentEvent<String>> coming(Watch watch, Progress start) {
        if (watch.hasEnded()) {
            return Flux.empty();
        }
        return Flux.just(Watch.position(start)).concatWith(Flux.interval(Duration.ZERO, LOOK).onBackpressureDrop()
                .takeWhile(_ -> !watch.hasEnded()).concatMapIterable(_ -> take(watch), 1));
    }

    /**
     * A watch that has begun.
     *
     * @param positions where it goes on without reading back
     * @param start how far the client is when that is read
     */
    private record Opened(Watch watch, Progress positions, Progress start) {}

    private synchronized Opened watch(String userId, @Nullable Progress last) {
        if (!caughtUp) {
            throw new ProblemException(Problem.eventsUnavailable("This gateway has just started", retryAfter));
        }
        if (stops) {
            throw new ProblemException(Problem.eventsUnavailable("This gateway stops", retryAfter));
        }
        requireRoom("streams of events", open, properties.maxStreams());
        requireRoom("streams of this user's events", watches.getOrDefault(userId, List.of()).size(),
                properties.maxStreamsOfUser());
        Progress start = last == null ? positions.copy() : last.copy();
        Watch watch = new Watch(userId, start, positions, json, properties);
        start.goOnTo(positions);
        watches.computeIfAbsent(userId, _ -> new ArrayList<>(1)).add(watch);
        open++;
        return new Opened(watch, positions.copy(), start);
    }

    private void requireRoom(String what, int streams, int most) {
        if (streams >= most) {
            refused.increment();
            throw new ProblemException(Problem.tooManyRequests(what, most, retryAfter));
        }
    }

    private ProblemException unavailable(KafkaException e) {
        log.warn("Results cannot be read back: {}", e.toString());
        return new ProblemException(Problem.eventsUnavailable("Kafka cannot be read", retryAfter));
    }

    private List<ServerSentEvent<String>> take(Watch watch) {
        List<ServerSentEvent<String>> events;
        synchronized (this) {
            watch.goOnTo(positions);
            events = watch.take();
        }
        if (!events.isEmpty() && Watch.BEHIND.equals(events.getLast().event())) {
            behind.increment();
        }
        return events;
    }

    private synchronized void end(Watch watch) {
        List<Watch> ofUser = watches.get(watch.userId());
        if (ofUser != null && ofUser.remove(watch)) {
            open--;
            if (ofUser.isEmpty()) {
                watches.remove(watch.userId());
            }
        }
    }

    private synchronized int open() {
        return open;
    }

    /** A gateway that stops waits for what is under way: a stream would never end. */
    @EventListener(ContextClosedEvent.class)
    void close() {
        synchronized (this) {
            stops = true;
        }
        var _ = closing.tryEmitEmpty();
    }
}
