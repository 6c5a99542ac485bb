package trading.engine;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import trading.wire.Topics;

/** Stops a stream thread as it publishes its first batch, before Kafka has heard of it, until it is told to go on. */
public final class Standstill implements ProducerInterceptor<byte[], byte[]> {

    static final String PROPERTY = "spring.kafka.streams.properties.producer.interceptor.classes="
            + Standstill.class.getName();

    private static final CountDownLatch BEGUN = new CountDownLatch(1);
    private static final CountDownLatch OVER = new CountDownLatch(1);

    static boolean hasBegun() {
        return BEGUN.getCount() == 0;
    }

    static void end() {
        OVER.countDown();
    }

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> batch) {
        if (batch.topic().equals(Topics.SALES)) {
            BEGUN.countDown();
            try {
                OVER.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return batch;
    }

    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        // Nobody asks.
    }

    @Override
    public void close() {
        // Nothing is held.
    }

    @Override
    public void configure(Map<String, ?> config) {
        // As it is.
    }
}
