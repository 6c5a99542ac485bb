package trading.gateway.operation;

import java.time.Duration;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.stereotype.Component;
import trading.gateway.GatewayProperties;
import trading.gateway.results.ResultListener;
import trading.wire.RequiredTopics;
import trading.wire.Topics;

/**
 * Makes the gateway ready: waits for Kafka and its topics, and for the newest results. Until then the server answers
 * that it is alive but not ready, and refuses orders; when it takes too long or the topics are not ours, it ends.
 */
@Component
final class Startup implements ApplicationRunner {

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
        RequiredTopics.await(kafka.buildAdminProperties(), timeout, Topics.ORDERS, Topics.RESULTS);
        listener.start();
        if (!listener.awaitWarm(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())))) {
            throw new IllegalStateException("The results topic could not be read within " + timeout.toSeconds()
                    + " s (trading.gateway.warm-up-timeout)");
        }
    }
}
