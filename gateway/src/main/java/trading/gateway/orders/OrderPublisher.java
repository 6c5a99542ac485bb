package trading.gateway.orders;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.DependsOn;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import trading.gateway.GatewayProperties;
import trading.gateway.OrderProperties;
import trading.gateway.idempotency.FirstOrders;
import trading.gateway.idempotency.FirstOrders.Claim;
import trading.gateway.idempotency.OrderTerms;
import trading.gateway.logs.BrokerNames;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.gateway.recent.RecentRecords;
import trading.gateway.sent.SentOrders;
import trading.tracing.Step;
import trading.tracing.Traces;
import trading.wire.InvalidField;
import trading.wire.Topics;

/**
 * Puts orders into Kafka, in the order of the calls, and says what became of each. Never blocks: what cannot be taken at
 * once is refused at once, and then surely was not taken. Safe for use by any thread.
 */
@Component
@DependsOn(BrokerNames.BEAN)
public final class OrderPublisher implements AutoCloseable {

    /** Hears once what became of an order: {@code null} when Kafka has it. May be called by Kafka's own thread. */
    @FunctionalInterface
    interface Outcome {
        void settled(@Nullable ProblemException problem);
    }

    private static final Logger log = LoggerFactory.getLogger(OrderPublisher.class);

    /** What a record holds in the producer's memory beside its key and value, at most. */
    private static final int RECORD_OVERHEAD_BYTES = 64;

    /** How often it is looked whether Kafka keeps up. */
    private static final long LOOK_MILLIS = 100;

    private final OrderProducer producer;
    private final Producer<byte[], byte[]> kafka;
    private final Backlog backlog;
    private final FirstOrders firstOrders;
    private final SentOrders sentOrders;
    private final OrderFigures figures;
    private final Traces traces;
    private final InFlight inFlight;
    private final Duration retryAfter;
    private final Timer ackLatency;
    private final ScheduledExecutorService watch = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("orders-watch").daemon().factory());

    @Autowired
    OrderPublisher(KafkaProperties kafka, OrderProperties properties, GatewayProperties gateway, Backlog backlog,
            FirstOrders firstOrders, SentOrders sentOrders, OrderFigures figures, Traces traces, MeterRegistry meters) {
        this(new OrderProducer(kafka, properties, meters), properties, gateway, backlog, firstOrders, sentOrders,
                figures, traces, meters);
    }

    /** @param producer closed with this one */
    OrderPublisher(OrderProducer producer, OrderProperties properties, GatewayProperties gateway, Backlog backlog,
            FirstOrders firstOrders, SentOrders sentOrders, OrderFigures figures, Traces traces, MeterRegistry meters) {
        this.producer = producer;
        this.kafka = producer.kafka();
        this.backlog = backlog;
        this.firstOrders = firstOrders;
        this.sentOrders = sentOrders;
        this.figures = figures;
        this.traces = traces;
        this.inFlight = new InFlight(properties.maxInFlightBytes().toBytes(), properties.maxAckWait().toMillis());
        this.retryAfter = gateway.retryAfter();
        this.ackLatency = Timer.builder("trading.orders.ack").description("From the send to Kafka's acknowledgement")
                .register(meters);
        Gauge.builder("trading.orders.in.flight.bytes", inFlight, InFlight::bytes)
                .description("Orders that Kafka has not acknowledged").register(meters);
        var _ = watch.scheduleWithFixedDelay(producer::refreshMetadata, 0, 1, SECONDS);
        var _ = watch.scheduleWithFixedDelay(() -> inFlight.look(System.nanoTime() / 1_000_000), LOOK_MILLIS,
                LOOK_MILLIS, MILLISECONDS);
    }

    /** Publishes an order; the result completes when Kafka has it, or fails with a {@link ProblemException}. */
    Mono<OrderCommand> publish(OrderCommand order, @Nullable String traceparent) {
        return Mono.create(answer -> publish(order, traceparent, problem -> {
            if (problem == null) {
                answer.success(order);
            } else {
                answer.error(problem);
            }
        }));
    }

    /**
     * Publishes an order, and tells the outcome, at the latest soon after the ack timeout.
     *
     * @param traceparent what the client says about tracing, {@code null} if nothing
     */
    void publish(OrderCommand order, @Nullable String traceparent, Outcome outcome) {
        Step step = traces.begin("order", traceparent);
        if (step.isSampled()) {
            publish(order, step, new TracedOutcome(step, order, outcome));
        } else {
            publish(order, step, outcome);
        }
    }

    private void publish(OrderCommand order, Step step, Outcome outcome) {
        ProducerRecord<byte[], byte[]> unsent = new ProducerRecord<>(Topics.ORDERS, order.partition(), order.key(),
                order.value());
        step.mark(unsent.headers());
        int bytes = bytes(unsent) + (step.isSampled() ? Step.MARK_BYTES : 0);
        Refusal refusal = backlog.refusal(order.partition());
        if (refusal == null) {
            refusal = inFlight.add(bytes);
        }
        if (refusal == null) {
            claimAndSend(unsent, new Acknowledgement(order, bytes, outcome));
        } else {
            refuse(refusal, outcome);
        }
    }

    /** An order that is not the first under its client order id is sent only if it is the same. */
    private void claimAndSend(ProducerRecord<byte[], byte[]> unsent, Acknowledgement acknowledgement) {
        OrderTerms terms = acknowledgement.order.repeatable();
        if (terms == null) {
            send(unsent, acknowledgement);
            return;
        }
        Claim claim = firstOrders.claim(acknowledgement.order.orderId(), terms);
        InvalidField difference = terms.differenceTo(claim.terms());
        if (difference == null) {
            acknowledgement.claim = claim;
            send(unsent, acknowledgement);
        } else {
            inFlight.remove(acknowledgement.bytes);
            refuse(acknowledgement.order, claim, difference, acknowledgement.outcome);
        }
    }

    private void send(ProducerRecord<byte[], byte[]> unsent, Acknowledgement acknowledgement) {
        OrderCommand order = acknowledgement.order;
        if (order.kind() != OrderCommand.Kind.CANCEL) {
            acknowledgement.kept = sentOrders.add(order.orderId(), unsent.value());
        }
        try {
            var _ = kafka.send(unsent, acknowledgement);
        } catch (KafkaException e) {
            acknowledgement.thrown(e);
        } catch (RuntimeException e) {
            acknowledgement.onCompletion(null, e);
        }
        acknowledgement.stand();
    }

    private static int bytes(ProducerRecord<byte[], byte[]> unsent) {
        return unsent.value().length + (unsent.key() == null ? 0 : unsent.key().length) + RECORD_OVERHEAD_BYTES;
    }

    private void refuse(Refusal refusal, Outcome outcome) {
        figures.refused(refusal);
        outcome.settled(new ProblemException(Problem.notTaken(refusal.type(), refusal.detail(), retryAfter)));
    }

    private void refuse(OrderCommand order, Claim claim, InvalidField difference, Outcome outcome) {
        if (firstOrders.isStanding(claim)) {
            figures.conflicting();
            outcome.settled(
                    new ProblemException(Problem.idempotencyConflict(order.orderId().toString(), difference)));
        } else {
            refuse(Refusal.CLIENT_ORDER_ID, outcome);
        }
    }

    /** Bytes of the orders that Kafka has not acknowledged yet. */
    public long inFlightBytes() {
        return inFlight.bytes();
    }

    /** Waits for the orders that are on their way, no longer than the ack timeout. */
    @Override
    public void close() {
        watch.shutdownNow();
        producer.close();
    }

    /** Kafka's answer to one record; the first one counts. */
    private final class Acknowledgement implements Callback {

        private final OrderCommand order;
        private final int bytes;
        private final Outcome outcome;
        private final long sentNanos = System.nanoTime();
        private @Nullable Claim claim;
        private long kept = RecentRecords.NONE;
        private boolean refused;
        private final AtomicBoolean isAnswered = new AtomicBoolean();

        /** Kafka acknowledges on a thread of its own; what this one hears happened before anything was sent. */
        private final Thread sender = Thread.currentThread();

        private Acknowledgement(OrderCommand order, int bytes, Outcome outcome) {
            this.order = order;
            this.bytes = bytes;
            this.outcome = outcome;
        }

        /** Unless it was refused, Kafka has the order or may have it. */
        private void stand() {
            if (claim != null && !refused) {
                firstOrders.stand(claim);
            }
        }

        /** Nobody can say any more that Kafka has the order: until an engine tells of it, it is not known. */
        private void forgetSent() {
            sentOrders.takeBack(order.orderId(), kept);
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
            settle(failure, Thread.currentThread().equals(sender));
        }

        /**
         * A producer that has failed for its own reasons says so when the record already lies in its memory: it may be sent, and
         * then its answer comes as well.
         */
        private void thrown(KafkaException failure) {
            settle(failure, false);
        }

        private void settle(@Nullable Exception failure, boolean surelyNotTaken) {
            if (isAnswered.getAndSet(true)) {
                return;
            }
            inFlight.remove(bytes);
            if (failure == null) {
                stand();
                ackLatency.record(System.nanoTime() - sentNanos, NANOSECONDS);
                figures.accepted(order.kind());
                outcome.settled(null);
            } else if (surelyNotTaken) {
                log.debug("{} was not taken", order.orderId(), failure);
                refused = true;
                forgetSent();
                if (claim != null) {
                    firstOrders.withdraw(order.orderId(), claim);
                }
                refuse(Refusal.KAFKA, outcome);
            } else {
                log.debug("It is not known whether {} was taken", order.orderId(), failure);
                stand();
                forgetSent();
                figures.outcomeUnknown();
                outcome.settled(new ProblemException(Problem.outcomeUnknown(order.orderId().toString(),
                        order.kind() == OrderCommand.Kind.CANCEL
                                ? "Kafka did not answer in time; repeating the cancel is safe"
                                : "Kafka did not answer in time; repeating the order is safe with the same client order id")));
            }
        }
    }
}
