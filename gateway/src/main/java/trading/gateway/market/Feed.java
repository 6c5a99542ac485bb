package trading.gateway.market;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;

/**
 * What streams tell: a state with a number, and the newest changes that led to it. It moves on when a stream asks, no more
 * often than it may; a stream that is further behind than the changes reach begins anew with the state. Guarded by itself
 * where several answers must fit together; safe for use by any thread.
 */
interface Feed {

    /** Looks whether something has changed, unless it was looked a moment ago. */
    void move(long nowMillis);

    /** The number of the newest state. */
    long sequence();

    /** What leads from a state to the newest one; {@code null} if the changes do not reach back so far. */
    @Nullable
    List<ServerSentEvent<String>> changesSince(long told);

    /**
     * The newest state.
     *
     * @param told the state that the stream has, {@code null} if none
     */
    ServerSentEvent<String> snapshot(@Nullable Long told);
}
