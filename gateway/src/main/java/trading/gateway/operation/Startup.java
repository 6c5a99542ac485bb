package trading.gateway.operation;

import java.time.Duration;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;
import trading.gateway.OrderProperties;
import trading.gateway.RequestProperties;
import trading.gateway.ResultProperties;
import trading.gateway.market.MarketProperties;
import trading.gateway.results.ResultListener;
import trading.gateway.results.SchemaVersion;
import trading.wire.RequiredTopics;
import trading.wire.Topics;

/**
 * Makes the gateway ready: waits for Kafka and its topics, and for the newest results. Until then the server answers
 * that it is alive but not ready; who asks all the same is answered by what is known so far. When it takes too long, or settings,
 * topics or schema are not as they must be, it ends and says why.
 */
@Component
final class Startup implements ApplicationRunner {

    private final KafkaProperties kafka;
    private final RequestProperties requests;
    private final OrderProperties orders;
    private final ResultProperties results;
    private final MarketProperties market;
    private final Environment environment;
    private final SchemaVersion schema;
    private final ResultListener listener;

    Startup(KafkaProperties kafka, RequestProperties requests, OrderProperties orders, ResultProperties results,
            MarketProperties market, Environment environment, SchemaVersion schema, ResultListener listener) {
        this.kafka = kafka;
        this.requests = requests;
        this.orders = orders;
        this.results = results;
        this.market = market;
        this.environment = environment;
        this.schema = schema;
        this.listener = listener;
    }

    @Override
    public void run(ApplicationArguments arguments) throws Exception {
        DataSize heap = DataSize.ofBytes(Runtime.getRuntime().maxMemory());
        SettingsCheck.of(requests, orders, results, market, kafka, environment, heap).end();
        Duration timeout = results.warmUpTimeout();
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        RequiredTopics.await(kafka.buildAdminProperties(), timeout, retention(), Topics.ORDERS, Topics.RESULTS);
        schema.require();
        if (results.doneOrders()) {
            schema.requireUserIndexes();
        }
        listener.start();
        if (!listener.awaitWarm(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())))) {
            throw new IllegalStateException("The results topic could not be read within " + timeout.toSeconds()
                    + " s (trading.gateway.warm-up-timeout)");
        }
    }

    /** For how long a gateway that starts may still need what the topics have. */
    private Duration retention() {
        return results.warmUp().compareTo(orders.idempotencyWindow()) > 0
                ? results.warmUp()
                : orders.idempotencyWindow();
    }
}
