package trading.engine;

import java.time.Duration;
import trading.wire.Topics;

/**
 * When a partition's checkpoints are due: at moments that every engine agrees on, so that a move neither skips nor repeats
 * one, and partition after partition, so that they do not all come at once.
 *
 * @param intervalMillis from one to the next
 * @param shiftMillis by how much they are before whole multiples of that
 */
record CheckpointMoments(long intervalMillis, long shiftMillis) {

    static CheckpointMoments of(Duration interval, int partition) {
        return new CheckpointMoments(interval.toMillis(), interval.toMillis() * partition / Topics.PARTITIONS);
    }

    /** Whether one lies behind the first moment, and not behind the second; epoch milliseconds. */
    boolean anyBetween(long afterMillis, long toMillis) {
        return until(afterMillis) < until(toMillis);
    }

    private long until(long millis) {
        return (millis + shiftMillis) / intervalMillis;
    }

    /** From this moment to the next of them: at most the interval, and never nothing. */
    Duration untilNext(long millis) {
        return Duration.ofMillis(intervalMillis - (millis + shiftMillis) % intervalMillis);
    }
}
