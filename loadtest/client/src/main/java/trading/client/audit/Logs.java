package trading.client.audit;

import java.util.Map;
import trading.client.audit.Bounds.Range;

/** The topics, as far as they are committed. Safe for use by any thread; the logs that it returns are for one each. */
interface Logs {

    /**
     * A stretch of a partition.
     *
     * @param from the first offset
     * @param end the offset after the last
     * @throws CannotJudge now or from the log's methods, if records of the stretch have been deleted
     */
    Log read(String topic, int partition, long from, long end);

    /** The offset of the first record with at least this timestamp, {@code otherwise} when there is none. */
    long offsetAt(String topic, int partition, long timestampMillis, long otherwise);

    /** Where the partitions of a topic begin and end now. */
    Map<Integer, Range> ranges(String topic);

    /** The offsets that a group has committed, of the partitions where it has committed any. */
    Map<Integer, Long> committed(String group, String topic);
}
