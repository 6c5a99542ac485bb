package trading.wire;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topic that every service needs before it can start. */
public final class OrdersTopic {

    private static final Logger log = LoggerFactory.getLogger(OrdersTopic.class);
    private static final long RETRY_MILLIS = 500;

    private OrdersTopic() {}

    /**
     * Waits until the topic can be seen. Blocks the calling thread.
     *
     * @param kafka configuration of an {@link Admin} client
     * @param timeout how long to wait
     * @throws IllegalStateException when it cannot be seen in time, or has another number of partitions than
     *     {@link Topics#PARTITIONS}
     */
    public static void await(Map<String, Object> kafka, Duration timeout) {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        try (Admin admin = Admin.create(kafka)) {
            @Nullable
            Exception reason = null;
            while (System.nanoTime() < deadlineNanos) {
                try {
                    check(partitions(admin, timeout));
                    return;
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof RetriableException)) {
                        throw unseen(timeout, e);
                    }
                    reason = e;
                } catch (TimeoutException e) {
                    reason = e;
                }
                log.info("waiting for topic {}: {}", Topics.ORDERS, reason.toString());
                TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            }
            throw unseen(timeout, reason);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unseen(timeout, e);
        }
    }

    private static int partitions(Admin admin, Duration timeout)
            throws ExecutionException, InterruptedException, TimeoutException {
        return admin.describeTopics(List.of(Topics.ORDERS)).allTopicNames()
                .get(timeout.toMillis(), TimeUnit.MILLISECONDS).values().iterator().next().partitions().size();
    }

    private static void check(int partitions) {
        if (partitions != Topics.PARTITIONS) {
            throw new IllegalStateException("topic " + Topics.ORDERS + ": " + partitions + " partitions (expected: "
                    + Topics.PARTITIONS + "; another number would split a product between engines)");
        }
    }

    private static IllegalStateException unseen(Duration timeout, @Nullable Exception reason) {
        return new IllegalStateException("topic " + Topics.ORDERS + ": not seen within " + timeout
                + " (expected: Kafka at its bootstrap servers, with its topics created)", reason);
    }
}
