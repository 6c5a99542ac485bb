package trading.gateway.events;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.springframework.http.codec.ServerSentEvent;
import tools.jackson.databind.json.JsonMapper;
import trading.wire.proto.Batch;

/**
 * One client's way through the results: first what it missed, read back from where it was, then what comes. What comes
 * meanwhile waits for it; with more than may wait, the watch ends, and the client resumes from what it was told last.
 *
 * <p>Safe for use by any thread.
 */
final class Watch {

    /** Names the event with which a watch ends whose client was too slow. */
    static final String BEHIND = "BEHIND";
    /** Names the event that stands for what cannot be read back any more. */
    static final String MISSED = "MISSED";

    private final String userId;
    private final JsonMapper json;
    private final int maxWaiting;
    private final long heartbeatNanos;
    private final Progress from;
    private final ArrayDeque<ServerSentEvent<String>> waiting = new ArrayDeque<>();
    /** With what waits. */
    private final Progress progress;
    private long untold;
    private long toldNanos = System.nanoTime();
    private volatile boolean ended;

    /**
     * @param from how far the client has been told
     * @param positions what lies before them is read back
     */
    Watch(String userId, Progress from, Progress positions, JsonMapper json, EventProperties properties) {
        this.userId = userId;
        this.json = json;
        this.maxWaiting = properties.maxWaiting();
        this.heartbeatNanos = properties.heartbeat().toNanos();
        this.from = from.copy();
        this.progress = from.copy();
        progress.goOnTo(positions);
    }

    /** What Jackson makes of the data of the two events that are no user's. */
    private record Untold(long events) {}

    private record Unread(long records) {}

    String userId() {
        return userId;
    }

    /** How far the client had been told when it came. */
    Progress from() {
        return from.copy();
    }

    /** Nothing of this user lies before these offsets but what came. */
    synchronized void goOnTo(Progress positions) {
        progress.goOnTo(positions);
    }

    /** A record came; one that is read back, or was told by a gateway that was further on, counts for nothing. */
    synchronized void came(int partition, long offset, Batch batch) {
        if (offset < progress.next(partition)) {
            return;
        }
        List<ServerSentEvent<String>> events = events(partition, offset, batch, progress);
        // Of one record nobody could have read anything in between, however quickly.
        if (untold > 0 || waiting.size() >= maxWaiting) {
            untold += events.size();
        } else {
            waiting.addAll(events);
        }
    }

    /**
     * What a record tells the client that it has not been told.
     *
     * @param told how far it has been told before; goes on behind the record
     */
    List<ServerSentEvent<String>> events(int partition, long offset, Batch batch, Progress told) {
        List<UserEvent> all = UserEvent.of(batch, userId);
        List<ServerSentEvent<String>> events = new ArrayList<>();
        for (int i = told.told(partition, offset); i < all.size(); i++) {
            if (i < all.size() - 1) {
                told.set(partition, offset, i + 1);
            } else {
                told.set(partition, offset + 1, 0);
            }
            events.add(ServerSentEvent.<String>builder().id(told.toString()).event(all.get(i).type().name())
                    .data(json.writeValueAsString(all.get(i))).build());
        }
        told.set(partition, offset + 1, 0);
        return events;
    }

    /** What stands for records that cannot be read back. */
    ServerSentEvent<String> missed(long records, Progress goOn) {
        return ServerSentEvent.<String>builder().id(goOn.toString()).event(MISSED)
                .data(json.writeValueAsString(new Unread(records))).build();
    }

    /** What the client is to be told now; called when it has room for that. */
    synchronized List<ServerSentEvent<String>> take() {
        List<ServerSentEvent<String>> events = new ArrayList<>(waiting);
        waiting.clear();
        if (untold > 0) {
            events.add(ServerSentEvent.<String>builder().event(BEHIND)
                    .data(json.writeValueAsString(new Untold(untold))).build());
        } else if (events.isEmpty() && isSilentSince(toldNanos)) {
            events.add(position(progress));
        }
        if (!events.isEmpty()) {
            toldNanos = System.nanoTime();
        }
        return events;
    }

    /** Whether a client that was told something at this moment must be told that it is not forgotten. */
    boolean isSilentSince(long nanos) {
        return System.nanoTime() - nanos >= heartbeatNanos;
    }

    /** Tells how far the client is, so that it need not have been told of an event to resume from there. */
    static ServerSentEvent<String> position(Progress told) {
        return ServerSentEvent.<String>builder().id(told.toString()).comment("").build();
    }

    /** Nothing more is told: the client comes again. */
    void end() {
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }
}
