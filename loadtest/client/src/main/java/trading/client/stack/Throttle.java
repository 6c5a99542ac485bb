package trading.client.stack;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import trading.client.CommandFailed;

/**
 * Holds senders back while engines or persisters are too far behind: Kafka takes orders faster than they can be traded,
 * and orders that wait too long are refused or expire. What is too far is a time, by the pace of the last second.
 *
 * <p>Safe for use by any thread; a thread of its own reads the backlog.
 */
public final class Throttle implements AutoCloseable {

    private static final Duration BETWEEN_READINGS = Duration.ofMillis(100);
    private static final Duration PAUSE = Duration.ofMillis(10);

    /** So many orders and batches may always wait, or nothing would ever begin. */
    private static final long ORDERS_ALWAYS_ALLOWED = 2_000;
    private static final long BATCHES_ALWAYS_ALLOWED = 500;

    /** Weight of the newest reading in a pace: that of some ten readings counts. */
    private static final double NEWEST = 0.2;

    private final String bootstrapServers;
    private final double maxSecondsBehind;
    private final Thread reader;
    private volatile Backlog.Reading latest = Backlog.Reading.NOTHING;
    private volatile boolean tooMuchWaits;
    private volatile @Nullable CommandFailed failure;

    /**
     * Starts to read the backlog.
     *
     * @param maxBehind how long orders may wait for an engine, and batches for the database, before senders wait for them
     */
    public Throttle(String bootstrapServers, Duration maxBehind) {
        this.bootstrapServers = bootstrapServers;
        this.maxSecondsBehind = maxBehind.toNanos() / 1e9;
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
            requireKnown();
            if (!holdsBack()) {
                return;
            }
            Thread.sleep(PAUSE);
        }
    }

    /** @throws CommandFailed if the backlog cannot be read any more */
    public void requireKnown() {
        if (failure != null) {
            throw new CommandFailed(String.valueOf(failure.getMessage()), failure);
        }
    }

    /** Whether too much waits for more to be sent now, or it is not known any more what waits. */
    public boolean holdsBack() {
        return failure != null || tooMuchWaits;
    }

    @Override
    public void close() {
        reader.interrupt();
    }

    private void read() {
        try (Backlog backlog = new Backlog(bootstrapServers)) {
            double tradedPerSecond = 0;
            double writtenPerSecond = 0;
            Backlog.Reading before = backlog.read();
            long beforeNanos = System.nanoTime();
            while (true) {
                Thread.sleep(BETWEEN_READINGS);
                Backlog.Reading now = backlog.read();
                long nowNanos = System.nanoTime();
                double seconds = (nowNanos - beforeNanos) / 1e9;
                tradedPerSecond = pace(tradedPerSecond, (now.traded() - before.traded()) / seconds);
                writtenPerSecond = pace(writtenPerSecond, (now.written() - before.written()) / seconds);
                tooMuchWaits = now.orders() >= ORDERS_ALWAYS_ALLOWED + tradedPerSecond * maxSecondsBehind
                        || now.batches() >= BATCHES_ALWAYS_ALLOWED + writtenPerSecond * maxSecondsBehind;
                latest = now;
                before = now;
                beforeNanos = nowNanos;
            }
        } catch (CommandFailed e) {
            failure = e;
        } catch (RuntimeException e) {
            // Whatever it is: without readings, everything would be let through.
            failure = new CommandFailed("Kafka at " + bootstrapServers + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static double pace(double before, double newest) {
        return NEWEST * newest + (1 - NEWEST) * before;
    }
}
