package trading.engine;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
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
    private final AtomicBoolean isAsking = new AtomicBoolean();
    private volatile boolean areThere;

    /** @param acceptableLag records of a changelog that a copy may lack */
    FirstCopies(long acceptableLag) {
        this.acceptableLag = acceptableLag;
    }

    /**
     * Whether they were there when Kafka was last asked, which is asked again until they are, by a thread of its own: whoever wants to know
     * whether this process lives cannot wait for Kafka. For an engine that has joined.
     */
    boolean areThere(KafkaStreams streams) {
        if (!areThere && isAsking.compareAndSet(false, true)) {
            Thread.ofVirtual().name("first-copies").start(() -> ask(streams));
        }
        return areThere;
    }

    private void ask(KafkaStreams streams) {
        try {
            if (streams.allLocalStorePartitionLags().values().stream().map(Map::values)
                    .allMatch(lags -> lags.stream().allMatch(lag -> lag.offsetLag() <= acceptableLag))) {
                areThere = true;
            }
        } catch (KafkaException e) {
            log.debug("It is not known how good the copies are", e);
        } finally {
            isAsking.set(false);
        }
    }
}
