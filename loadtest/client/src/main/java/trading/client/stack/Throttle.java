package trading.client.stack;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import trading.client.CommandFailed;

/**
 * Holds senders back while engines or persisters are too far behind: Kafka takes orders faster than they can be traded,
 * and orders that wait too long expire.
 *
 * <p>Safe for use by any thread; a thread of its own reads the backlog.
 */
public final class Throttle implements AutoCloseable {

    private static final Duration BETWEEN_READINGS = Duration.ofMillis(100);
    private static final Duration PAUSE = Duration.ofMillis(2);

    private final String bootstrapServers;
    private final long maxOrdersBehind;
    private final long maxBatchesBehind;
    private final Thread reader;
    private volatile Backlog.Reading latest = new Backlog.Reading(0, 0);
    private volatile @Nullable CommandFailed failure;

    /**
     * Starts to read the backlog.
     *
     * @param maxOrdersBehind orders not yet traded from which senders wait
     * @param maxBatchesBehind batches not yet in the database from which senders wait
     */
    public Throttle(String bootstrapServers, long maxOrdersBehind, long maxBatchesBehind) {
        this.bootstrapServers = bootstrapServers;
        this.maxOrdersBehind = maxOrdersBehind;
        this.maxBatchesBehind = maxBatchesBehind;
        this.reader = Thread.ofPlatform().daemon().name("backlog").start(this::read);
    }

    /** The newest reading, at most some tenths of a second old. */
    public Backlog.Reading latest() {
        return latest;
    }

    /**
     * Waits until orders may be sent, or the deadline has come.
     *
     * @throws CommandFailed if the backlog cannot be read
     */
    public void await(long deadlineNanos) throws InterruptedException {
        while (System.nanoTime() < deadlineNanos) {
            if (failure != null) {
                throw new CommandFailed(String.valueOf(failure.getMessage()), failure);
            }
            if (latest.orders() < maxOrdersBehind && latest.batches() < maxBatchesBehind) {
                return;
            }
            Thread.sleep(PAUSE);
        }
    }

    @Override
    public void close() {
        reader.interrupt();
    }

    private void read() {
        try (Backlog backlog = new Backlog(bootstrapServers)) {
            while (true) {
                latest = backlog.read();
                Thread.sleep(BETWEEN_READINGS);
            }
        } catch (CommandFailed e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
