package trading.engine;

import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/** A clock that is ahead of the machine's, at first by nothing. */
final class ClockAhead implements Time {

    private volatile long aheadMillis;

    /** From now on it is ahead by this. */
    void set(Duration ahead) {
        aheadMillis = ahead.toMillis();
    }

    @Override
    public long milliseconds() {
        return Time.SYSTEM.milliseconds() + aheadMillis;
    }

    @Override
    public long nanoseconds() {
        return Time.SYSTEM.nanoseconds();
    }

    @Override
    public void sleep(long millis) {
        Time.SYSTEM.sleep(millis);
    }

    @Override
    public void waitObject(Object monitor, Supplier<Boolean> condition, long deadlineMillis)
            throws InterruptedException {
        Time.SYSTEM.waitObject(monitor, condition, deadlineMillis - aheadMillis);
    }
}
