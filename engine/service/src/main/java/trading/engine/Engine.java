package trading.engine;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import trading.tracing.Traces;
import trading.wire.RequiredTopics;
import trading.wire.Topics;

/** Runs the topology for as long as the application runs. */
@Component
class Engine implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Engine.class);

    private final KafkaProperties kafka;
    private final EngineProperties properties;
    private final EngineMetrics metrics;
    private final Partitions partitions;
    private final Traces traces;
    private final MeterRegistry registry;
    private final Time time;
    private final AtomicInteger deadThreads = new AtomicInteger();
    private volatile @Nullable KafkaStreams streams;
    private volatile boolean hasJoined;
    private volatile @Nullable FirstCopies copies;
    private @Nullable KafkaStreamsMetrics streamsMetrics;

    /** @param time the machine's, by which orders expire as well */
    Engine(KafkaProperties kafka, EngineProperties properties, EngineMetrics metrics, Partitions partitions,
            Traces traces, MeterRegistry registry, Time time) {
        this.kafka = kafka;
        this.properties = properties;
        this.metrics = metrics;
        this.partitions = partitions;
        this.traces = traces;
        this.registry = registry;
        this.time = time;
        FunctionCounter.builder("trading.engine.thread.deaths", deadThreads, AtomicInteger::get)
                .description("stream threads that died of an error").register(registry);
    }

    @Override
    public void start() {
        Properties settings = StreamsSettings.of(properties, kafka);
        SettingsCheck.of(properties, settings).end();
        awaitTopics(settings);
        TradedOffsets traded = new TradedOffsets();
        KafkaStreams started = new KafkaStreams(EngineTopology.of(properties, metrics, partitions, traces, traded),
                settings, new StreamsClients(properties, traded), time);
        started.setUncaughtExceptionHandler(this::threadDied);
        started.setGlobalStateRestoreListener(partitions);
        started.setStandbyUpdateListener(partitions);
        started.setStateListener(this::stateChanged);
        streamsMetrics = new KafkaStreamsMetrics(started);
        streamsMetrics.bindTo(registry);
        copies = new FirstCopies(new StreamsConfig(settings).getLong(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG));
        started.start();
        streams = started;
    }

    private void awaitTopics(Properties settings) {
        Map<String, Object> admin = kafka.buildAdminProperties();
        Duration timeout = properties.startTimeout();
        try {
            RequiredTopics.await(admin, timeout, properties.orderTimeout(), Topics.ORDERS, Topics.SALES,
                    Topics.CHECKPOINTS, Topics.DEAD_LETTERS);
            Changelog.replicate(settings, RequiredTopics.replication(admin, timeout, Topics.ORDERS));
            Changelog.check(settings, RequiredTopics.replicationIfThere(admin, timeout, Changelog.TOPIC)).end();
        } catch (InterruptedException e) {
            // By Spring, which ends the start. An interrupt that lasted would also end its waiting for what it stops then, and
            // may leave it in a loop.
            throw new IllegalStateException("interrupted while waiting for topics", e);
        }
    }

    /** Commits what is done, and leaves the group so that the partitions move at once. */
    @Override
    public void stop() {
        KafkaStreams stopping = streams;
        if (stopping == null) {
            return;
        }
        boolean stopped = stopping.close(CloseOptions.timeout(properties.stopTimeout())
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        log.info(stopped ? "stopped" : "not stopped within {}: what is not committed is traded again elsewhere",
                properties.stopTimeout());
        streams = null;
        if (streamsMetrics != null) {
            streamsMetrics.close();
        }
    }

    @Override
    public boolean isRunning() {
        return streams != null;
    }

    /** The running topology, {@code null} before the start and after the stop. */
    @Nullable
    KafkaStreams streams() {
        return streams;
    }

    /** Whether the engine has been given its share of partitions, be it none, and has made the copies that it was given with it. */
    boolean hasCaughtUp() {
        KafkaStreams joined = streams;
        FirstCopies first = copies;
        return hasJoined && joined != null && first != null && first.areThere(joined);
    }

    private void stateChanged(KafkaStreams.State now, KafkaStreams.State before) {
        log.info("state {} (was {})", now, before);
        if (now == KafkaStreams.State.RUNNING) {
            hasJoined = true;
        }
    }

    private StreamThreadExceptionResponse threadDied(Throwable cause) {
        if (deadThreads.incrementAndGet() <= properties.maxThreadReplacements()) {
            log.error("a stream thread died and is replaced", cause);
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        log.error("{} stream threads died, the engine stops trading (trading.engine.max-thread-replacements: {})",
                deadThreads, properties.maxThreadReplacements(), cause);
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
}
