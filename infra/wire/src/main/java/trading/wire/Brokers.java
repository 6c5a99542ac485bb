package trading.wire;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** The brokers of Kafka, as a service is told of them. */
public final class Brokers {

    private Brokers() {}

    /**
     * Waits until a broker's name leads to an address, without which no client of Kafka can be made. Blocks the calling
     * thread.
     *
     * @param kafka configuration of an {@link org.apache.kafka.clients.admin.Admin} client
     * @throws IllegalStateException when none does in time
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public static void awaitNames(Map<String, Object> kafka, Duration timeout) throws InterruptedException {
        try {
            PatientAdmin.answer(kafka, timeout, _ -> false, "the brokers' names", admin -> admin);
        } catch (ExecutionException e) {
            throw new IllegalStateException("no address of " + PatientAdmin.brokers(kafka) + " within "
                    + timeout.toSeconds() + " s (expected: one broker at least whose name leads to an address)", e);
        }
    }
}
