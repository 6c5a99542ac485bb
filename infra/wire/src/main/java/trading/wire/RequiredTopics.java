package trading.wire;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topics that a service needs before it can start. */
public final class RequiredTopics {

    private static final Logger log = LoggerFactory.getLogger(RequiredTopics.class);
    private static final long PAUSE_MILLIS = 500;
    private static final int REQUEST_TIMEOUT_MILLIS = 2_000;

    private RequiredTopics() {}

    /**
     * Waits until the topics can be seen. Blocks the calling thread.
     *
     * @param kafka configuration of an {@link Admin} client
     * @param timeout how long to wait
     * @throws IllegalStateException when they cannot be seen in time, or have another number of partitions than
     *     {@link Topics#PARTITIONS}
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public static void await(Map<String, Object> kafka, Duration timeout, String... topics)
            throws InterruptedException {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        try (Admin admin = Admin.create(kafka)) {
            while (true) {
                try {
                    admin.describeTopics(List.of(topics), new DescribeTopicsOptions().timeoutMs(REQUEST_TIMEOUT_MILLIS))
                            .allTopicNames().get().values().forEach(RequiredTopics::check);
                    return;
                } catch (ExecutionException e) {
                    boolean inTime = deadlineNanos - System.nanoTime() > TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
                    if (!inTime || !(e.getCause() instanceof RetriableException)) {
                        throw new IllegalStateException("topics " + String.join(", ", topics) + ": not seen within "
                                + timeout.toSeconds() + " s (expected: Kafka at its bootstrap servers, with its topics"
                                + " created)", e);
                    }
                    log.info("waiting for topics {}: {}", String.join(", ", topics), e.getMessage());
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                }
            }
        }
    }

    private static void check(TopicDescription topic) {
        int partitions = topic.partitions().size();
        if (partitions != Topics.PARTITIONS) {
            throw new IllegalStateException("partitions of topic " + topic.name() + ": " + partitions + " (expected: "
                    + Topics.PARTITIONS + "; another number would split a product between engines)");
        }
    }
}
