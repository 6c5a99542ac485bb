package trading.gateway.market;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;
import tools.jackson.databind.json.JsonMapper;

/** Numbers the states of a feed, and keeps the newest changes that led to them. Guarded by the feed. */
final class Changes {

    private final JsonMapper json;
    private final int most;
    private final ArrayDeque<ServerSentEvent<String>> newest = new ArrayDeque<>();
    private long sequence = 1;

    /** @param most how many are kept for streams that are behind */
    Changes(JsonMapper json, int most) {
        this.json = json;
        this.most = most;
    }

    /** The number of the newest state. */
    long sequence() {
        return sequence;
    }

    /** Takes what leads to the next state, of which it tells the number. */
    void add(Object change) {
        sequence++;
        newest.add(event("change", change));
        if (newest.size() > most) {
            newest.removeFirst();
        }
    }

    /** What leads from a state to the newest one; {@code null} if that is more than is kept. */
    @Nullable
    List<ServerSentEvent<String>> since(long told) {
        long behind = sequence - told;
        return behind > newest.size() ? null : newest.stream().skip(newest.size() - behind).toList();
    }

    /** A state, as an event. */
    ServerSentEvent<String> snapshot(Object state) {
        return event("snapshot", state);
    }

    private ServerSentEvent<String> event(String name, Object content) {
        return ServerSentEvent.<String>builder().event(name).data(json.writeValueAsString(content)).build();
    }
}
