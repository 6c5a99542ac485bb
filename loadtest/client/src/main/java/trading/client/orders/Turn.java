package trading.client.orders;

import java.util.concurrent.locks.LockSupport;

/** Waits for planned moments. */
public final class Turn {

    private Turn() {}

    /**
     * Returns when the moment has come, or at once when it is past.
     *
     * @param plannedNanos as {@link System#nanoTime}
     */
    public static void await(long plannedNanos) {
        for (long early = plannedNanos - System.nanoTime(); early > 0; early = plannedNanos - System.nanoTime()) {
            LockSupport.parkNanos(early);
        }
    }
}
