package trading.gateway.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import trading.gateway.GatewayProperties;
import trading.gateway.OrderProperties;
import trading.gateway.RunningGateway;
import trading.gateway.idempotency.FirstOrders;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.gateway.sent.SentOrders;
import trading.tracing.Traces;
import trading.wire.OrderId;

/**
 * Kafka's producer puts a record into its memory before it throws that it has failed, and answers later, too, or sends it. It does so
 * for a moment only, while a broker refuses it an id; this one always does.
 */
class ITFailedProducer {

    private final List<Callback> answers = new ArrayList<>();

    @Test
    void nobodyKnowsWhatBecomesOfAnOrderThatItKeptAndThatIsToldOnce() {
        try (RunningGateway gateway = RunningGateway.start()) {
            OrderPublisher publisher = publisher(gateway);
            List<@Nullable ProblemException> outcomes = new ArrayList<>();
            UUID orderId = OrderId.next(1, System.currentTimeMillis());
            publisher.publish(OrderCommand.cancel(orderId, "bob"), null, outcomes::add);
            assertThat(outcomes).singleElement()
                    .extracting(outcome -> outcome == null ? null : outcome.problem().type())
                    .isEqualTo(Problem.OUTCOME_UNKNOWN);
            assertThat(publisher.inFlightBytes()).isZero();
            answers.getFirst().onCompletion(null, new ClusterAuthorizationException("no id"));
            assertThat(outcomes).hasSize(1);
            assertThat(publisher.inFlightBytes()).isZero();
        }
    }

    private OrderPublisher publisher(RunningGateway gateway) {
        OrderProperties properties = gateway.bean(OrderProperties.class);
        return new OrderPublisher(new OrderProducer(producer(), properties, new SimpleMeterRegistry()), properties,
                gateway.bean(GatewayProperties.class), gateway.bean(Backlog.class), gateway.bean(FirstOrders.class),
                gateway.bean(SentOrders.class), gateway.bean(OrderFigures.class), gateway.bean(Traces.class),
                new SimpleMeterRegistry());
    }

    @SuppressWarnings("unchecked")
    private Producer<byte[], byte[]> producer() {
        return (Producer<byte[], byte[]>) Proxy.newProxyInstance(Producer.class.getClassLoader(),
                new Class<?>[]{Producer.class}, (proxy, method, arguments) -> switch (method.getName()) {
                    case "send" -> {
                        answers.add((Callback) arguments[1]);
                        throw new KafkaException(
                                "Cannot execute transactional method because we are in an error state");
                    }
                    case "metrics" -> Map.of();
                    case "partitionsFor" -> List.of();
                    default -> null;
                });
    }
}
