package trading.gateway.operation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.stereotype.Component;
import trading.gateway.GatewayProperties;
import trading.gateway.results.ResultListener;
import trading.wire.Topics;

/**
 * Makes the gateway ready: waits for Kafka and its topics, and for the newest results. Until then the server answers
 * that it is alive but not ready, and refuses orders; when it takes too long or the topics are not ours, it ends.
 */
@Component
final class Startup implements ApplicationRunner {

    private static final Logger log = LoggerFactory.getLogger(Startup.class);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int REQUEST_TIMEOUT_MILLIS = 2_000;

    private final KafkaProperties kafka;
    private final Duration timeout;
    private final ResultListener listener;

    Startup(KafkaProperties kafka, GatewayProperties properties, ResultListener listener) {
        this.kafka = kafka;
        this.timeout = properties.warmUpTimeout();
        this.listener = listener;
    }

    @Override
    public void run(ApplicationArguments arguments) throws Exception {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        try (Admin admin = Admin.create(kafka.buildAdminProperties())) {
            checkPartitions(admin, Topics.ORDERS, deadlineNanos);
            checkPartitions(admin, Topics.RESULTS, deadlineNanos);
        }
        listener.start();
        if (!listener.awaitWarm(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())))) {
            throw new IllegalStateException("The results topic could not be read within " + timeout.toSeconds()
                    + " s (trading.gateway.warm-up-timeout)");
        }
    }

    private void checkPartitions(Admin admin, String topic, long deadlineNanos) throws InterruptedException {
        int partitions = partitions(admin, topic, deadlineNanos);
        if (partitions != Topics.PARTITIONS) {
            throw new IllegalStateException(
                    "partitions of topic " + topic + ": " + partitions + " (expected: " + Topics.PARTITIONS + ")");
        }
    }

    private int partitions(Admin admin, String topic, long deadlineNanos) throws InterruptedException {
        while (true) {
            try {
                return admin
                        .describeTopics(List.of(topic), new DescribeTopicsOptions().timeoutMs(REQUEST_TIMEOUT_MILLIS))
                        .allTopicNames().get().values().iterator().next().partitions().size();
            } catch (ExecutionException e) {
                if (deadlineNanos - System.nanoTime() <= PAUSE.toNanos()) {
                    throw new IllegalStateException("Kafka did not show the topic " + topic + " within "
                            + timeout.toSeconds() + " s (trading.gateway.warm-up-timeout)", e);
                }
                log.info("Waiting for the topic {}: {}", topic, String.valueOf(e.getMessage()));
                Thread.sleep(PAUSE);
            }
        }
    }
}
