package trading.gateway.events;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import trading.gateway.logs.LogConsumer;
import trading.wire.Batches;
import trading.wire.InvalidField;
import trading.wire.Topics;
import trading.wire.proto.Batch;

/**
 * Reads the results again for a client that resumes, from where it was to where its watch goes on. For one thread at a
 * time.
 */
final class ReadBack implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration OFFSETS_TIMEOUT = Duration.ofSeconds(10);
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Watch watch;
    private final Progress until;
    private final Progress told;
    private final Consumer<byte[], byte[]> consumer;
    private final long maxRecords;
    private final long beganNanos = System.nanoTime();
    private long toldNanos = beganNanos;
    private final List<TopicPartition> behind = new ArrayList<>();
    private final List<TopicPartition> ahead = new ArrayList<>();
    private boolean begun;

    private ReadBack(Map<String, Object> configuration, Watch watch, Progress until, long maxRecords) {
        this.watch = watch;
        this.until = until;
        this.told = watch.from();
        this.maxRecords = maxRecords;
        for (int i = 0; i < Topics.PARTITIONS; i++) {
            if (told.next(i) != until.next(i)) {
                (told.next(i) < until.next(i) ? behind : ahead).add(new TopicPartition(Topics.RESULTS, i));
            }
        }
        this.consumer = new KafkaConsumer<>(configuration);
    }

    /** Tells what the next records tell, and that it is done when it is. */
    private ReadBack next(SynchronousSink<List<ServerSentEvent<String>>> sink) {
        if (!begun) {
            begin(sink);
        } else if (behind.stream().allMatch(each -> consumer.position(each) >= until.next(each.partition()))) {
            sink.complete();
        } else if (System.nanoTime() - beganNanos > LIMIT_NANOS) {
            // The client comes again, and is further on then.
            sink.next(List.of(Watch.position(told)));
            end(sink);
        } else {
            sink.next(read());
        }
        return this;
    }

    private void begin(SynchronousSink<List<ServerSentEvent<String>>> sink) {
        begun = true;
        if (isAheadOfTheLog()) {
            // What the watch has let go of meanwhile is told when the client comes again.
            sink.next(List.of(watch.missed(0, told)));
            end(sink);
            return;
        }
        if (behind.isEmpty()) {
            sink.complete();
            return;
        }
        consumer.assign(behind);
        behind.forEach(each -> consumer.seek(each, told.next(each.partition())));
        long records = behind.stream().mapToLong(each -> until.next(each.partition()) - told.next(each.partition()))
                .sum();
        if (records > maxRecords || isDeleted()) {
            told.goOnTo(until);
            sink.next(List.of(watch.missed(records, told)));
            sink.complete();
        } else {
            sink.next(List.of());
        }
    }

    private void end(SynchronousSink<List<ServerSentEvent<String>>> sink) {
        watch.end();
        sink.complete();
    }

    /** Whether the client was told what Kafka never had, as when its topics were made anew; if so, goes back to its end. */
    private boolean isAheadOfTheLog() {
        if (ahead.isEmpty()) {
            return false;
        }
        Map<TopicPartition, Long> ends = consumer.endOffsets(ahead, OFFSETS_TIMEOUT);
        List<TopicPartition> beyond = ahead.stream()
                .filter(each -> ends.getOrDefault(each, 0L) < told.next(each.partition())).toList();
        beyond.forEach(each -> told.set(each.partition(), ends.getOrDefault(each, 0L), 0));
        return !beyond.isEmpty();
    }

    /** Whether Kafka has deleted some of what is to be read. */
    private boolean isDeleted() {
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(behind, OFFSETS_TIMEOUT);
        return behind.stream().anyMatch(each -> beginnings.getOrDefault(each, 0L) > told.next(each.partition()));
    }

    private List<ServerSentEvent<String>> read() {
        List<ServerSentEvent<String>> events = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> polled : consumer.poll(POLL)) {
            Batch batch = polled.offset() < until.next(polled.partition()) ? batch(polled) : null;
            if (batch != null) {
                events.addAll(watch.events(polled.partition(), polled.offset(), batch, told));
            }
        }
        if (events.isEmpty() && watch.isSilentSince(toldNanos)) {
            events.add(Watch.position(told));
        }
        if (!events.isEmpty()) {
            toldNanos = System.nanoTime();
        }
        return events;
    }

    private static @Nullable Batch batch(ConsumerRecord<byte[], byte[]> polled) {
        try {
            return Batches.read(polled.value());
        } catch (InvalidField e) {
            return null;
        }
    }

    @Override
    public void close() {
        // A client that has gone interrupts what is read for it.
        var _ = Thread.interrupted();
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }

    /** Makes them, and lets a few of them read at once. */
    @Component
    static final class Factory implements AutoCloseable {

        /** Others wait, as many as there may be streams. */
        private static final int THREADS = 4;
        private static final int FETCH_BYTES = 512 * 1024;

        private final Map<String, Object> configuration;
        private final long maxRecords;
        private final Scheduler threads;

        Factory(KafkaProperties kafka, EventProperties properties) {
            configuration = LogConsumer.configuration(kafka, "gateway-events");
            configuration.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
            maxRecords = properties.maxReadBack();
            threads = Schedulers.newBoundedElastic(THREADS, properties.maxStreams(), "events-read-back");
        }

        /**
         * What a client missed before its watch goes on at these offsets; reads when it has room for more.
         *
         * @throws KafkaException through the stream, where Kafka cannot be read
         */
        Flux<ServerSentEvent<String>> read(Watch watch, Progress until) {
            return Flux.<List<ServerSentEvent<String>>, ReadBack>generate(
                    () -> new ReadBack(configuration, watch, until, maxRecords), ReadBack::next, ReadBack::close)
                    .subscribeOn(threads).concatMapIterable(events -> events, 1);
        }

        @Override
        public void close() {
            threads.dispose();
        }
    }
}
