package trading.gateway.orders;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import trading.gateway.security.Caller;
import trading.wire.Topics;

/**
 * What a gateway does with an order in a request of its own, and nothing else: reactor-netty without Spring reads it by the
 * gateway's reader, sends it to Kafka, and answers when Kafka has it. No metrics, no limits, no problem details, no results.
 */
public final class BareGateway {

    private final Producer<byte[], byte[]> producer;

    private BareGateway(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    /** Serves until it is killed: PORT BOOTSTRAP_SERVERS. */
    public static void main(String[] args) {
        Producer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, args[1], ProducerConfig.LINGER_MS_CONFIG, 5,
                        ProducerConfig.BATCH_SIZE_CONFIG, 32 * 1024),
                new ByteArraySerializer(), new ByteArraySerializer());
        BareGateway gateway = new BareGateway(producer);
        DisposableServer server = HttpServer.create().host("127.0.0.1").port(Integer.parseInt(args[0]))
                .route(routes -> routes.get("/", (_, answer) -> answer.send()).post("/orders", gateway::place))
                .bindNow();
        server.onDispose().block();
    }

    private Publisher<Void> place(HttpServerRequest request, HttpServerResponse response) {
        return request.receive().aggregate().asByteArray()
                .flatMap(json -> publish(OrderReader.order(json, null, Caller.ANYONE)))
                .flatMap(order -> response.status(HttpResponseStatus.ACCEPTED)
                        .header("Content-Type", "application/json").header("Location", "/orders/" + order.orderId())
                        .sendByteArray(Mono.just(("{\"id\":\"" + order.orderId() + "\",\"status\":\"PENDING\"}")
                                .getBytes(StandardCharsets.US_ASCII)))
                        .then());
    }

    private Mono<OrderCommand> publish(OrderCommand order) {
        return Mono.create(answer -> {
            var _ = producer.send(
                    new ProducerRecord<>(Topics.ORDERS, order.partition(), order.key(), order.value()),
                    (_, failure) -> {
                        if (failure == null) {
                            answer.success(order);
                        } else {
                            answer.error(failure);
                        }
                    });
        });
    }
}
