package trading.gateway.market;

import io.micrometer.core.instrument.Counter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;

/** One client's way through a feed. Not safe for use by threads at the same time. */
final class ClientStream {

    private static final ServerSentEvent<String> HEARTBEAT = ServerSentEvent.<String>builder().comment("").build();

    private final Feed feed;
    private final long heartbeatNanos;
    private final Counter resent;
    private @Nullable Long told;
    private long toldNanos = System.nanoTime();

    /** @param resent counts new snapshots for a client that was too slow */
    ClientStream(Feed feed, long heartbeatNanos, Counter resent) {
        this.feed = feed;
        this.heartbeatNanos = heartbeatNanos;
        this.resent = resent;
    }

    /** What the client is to be told now; called when it has room for that. */
    List<ServerSentEvent<String>> next(long nowMillis) {
        feed.move(nowMillis);
        List<ServerSentEvent<String>> events = events();
        long nowNanos = System.nanoTime();
        if (events.isEmpty() && nowNanos - toldNanos < heartbeatNanos) {
            return events;
        }
        toldNanos = nowNanos;
        return events.isEmpty() ? List.of(HEARTBEAT) : events;
    }

    private List<ServerSentEvent<String>> events() {
        synchronized (feed) {
            Long before = told;
            told = feed.sequence();
            List<ServerSentEvent<String>> changes = before == null ? null : feed.changesSince(before);
            if (changes != null) {
                return changes;
            }
            if (before != null) {
                resent.increment();
            }
            return List.of(feed.snapshot(before));
        }
    }
}
