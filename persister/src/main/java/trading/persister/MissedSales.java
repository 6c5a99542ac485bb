package trading.persister;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Tells of batches that were deleted before they were written, as where the database was away for longer than the sales topic
 * keeps them: their sales were made and will never be in the table. Numbers of batches have no gaps, but it is not known what
 * the last one before the first was. There, offsets tell, though what an engine aborted has offsets as well.
 *
 * <p>Safe for use by any thread; records of a partition come from one at a time.
 */
@Component
final class MissedSales {

    private static final Logger log = LoggerFactory.getLogger(MissedSales.class);

    /** Of each partition, what all that is written lies up to. */
    private final Map<TopicPartition, Place> last = new ConcurrentHashMap<>();
    private final Counter missed;

    /** A batch, or where one would be. */
    private record Place(long number, long offset) {}

    MissedSales(MeterRegistry meters) {
        this.missed = Counter.builder("trading.persister.missed")
                .description("offsets of the sales topic that were deleted before they were written").register(meters);
    }

    /**
     * A partition is begun with. The end of the last transaction lies behind what was written, and is no batch.
     *
     * @param committed what is written lies before this offset
     * @param beginning the first offset that the topic still has
     */
    void begins(TopicPartition partition, long committed, long beginning) {
        if (beginning > committed + 1) {
            tell(partition, committed, beginning);
        }
    }

    /**
     * A batch has come, and is not written yet: of a partition that was just begun with, all before it is.
     *
     * @param number 1, 2, 3 … in its partition; 0 if it does not say
     */
    void came(TopicPartition partition, long number, long offset) {
        if (number > 0) {
            last.putIfAbsent(partition, new Place(number - 1, offset - 1));
        }
    }

    /**
     * A batch is in the tables, for the first time or again. One that only came may be deleted before it comes again, so what
     * lies between two batches is told here.
     *
     * @param number 1, 2, 3 … in its partition; 0 if it does not say
     */
    void written(TopicPartition partition, long number, long offset) {
        Place before = number > 0 ? last.put(partition, new Place(number, offset)) : last.remove(partition);
        if (before != null && number > before.number() + 1) {
            tell(partition, before.offset() + 1, offset);
        }
    }

    /** Others write these partitions. */
    void forget(Collection<TopicPartition> partitions) {
        partitions.forEach(last::remove);
    }

    private void tell(TopicPartition partition, long from, long to) {
        missed.increment((double) (to - from));
        log.error(
                "{}: offsets {} to {} are not written: they were deleted before, and the sales in them will never be in the table",
                partition, from, to - 1);
    }
}
