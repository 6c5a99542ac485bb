package trading.engine;

import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the copies of markets that the others give an engine to make, as it joins them, are as good as they must be for it to trade
 * from them. Whoever replaces engines one by one waits for that, or those that leave would leave before somebody can follow them.
 * Copies that it is given later do not count: it is of use meanwhile.
 *
 * <p>Safe for use by any thread.
 */
final class FirstCopies {

    private static final Logger log = LoggerFactory.getLogger(FirstCopies.class);

    private final long acceptableLag;
    private volatile boolean areThere;

    /** @param acceptableLag records of a changelog that a copy may lack */
    FirstCopies(long acceptableLag) {
        this.acceptableLag = acceptableLag;
    }

    /** Asks Kafka how far its changelogs go, until the copies are there; for an engine that has joined. */
    boolean areThere(KafkaStreams streams) {
        if (!areThere) {
            try {
                areThere = streams.allLocalStorePartitionLags().values().stream().map(Map::values)
                        .allMatch(lags -> lags.stream().allMatch(lag -> lag.offsetLag() <= acceptableLag));
            } catch (KafkaException e) {
                // As while partitions move; it is asked again.
                log.debug("It is not known how good the copies are", e);
            }
        }
        return areThere;
    }
}
