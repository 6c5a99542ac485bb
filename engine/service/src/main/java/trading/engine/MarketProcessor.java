package trading.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trading.codec.BatchRecords;
import trading.codec.CheckpointRecords;
import trading.codec.Commands;
import trading.codec.Offsets;
import trading.codec.UnreadableCommand;
import trading.market.Batch;
import trading.market.Command;
import trading.market.Market;
import trading.market.Outcome;
import trading.market.SelfTrades;
import trading.tracing.Links;
import trading.tracing.Step;
import trading.tracing.Traces;
import trading.wire.DeadLetter;
import trading.wire.Topics;

/**
 * Trades one partition: decodes what the orders log holds, hands it to the {@link Market} batch by batch, and publishes
 * what the market did.
 *
 * <p>A batch ends some milliseconds after its first command, or when it is full. Time alone closes orders, too: as long
 * as any is open that can expire, a slower punctuation looks for those whose time is over. And as long as any is open, a batch with
 * a checkpoint comes though nothing else does: logs are kept for some days, an order may rest for longer. All three punctuations
 * exist only while there is something to wait for, since Kafka Streams commits after each: an idle partition costs nothing.
 *
 * <p>Used by the thread of its stream task only.
 */
final class MarketProcessor implements Processor<byte[], byte[], Routed, byte[]> {

    private static final Logger log = LoggerFactory.getLogger(MarketProcessor.class);

    static final String STORE = "market";

    private static final byte[] NOTHING = {};

    /**
     * After that it is looked again when the next order expires. Kafka Streams keeps a punctuation that was cancelled until its time
     * has come, and the time of an order may be years away.
     */
    private static final long MAX_AWAITED_MILLIS = 60_000;

    private final EngineProperties properties;
    private final EngineMetrics metrics;
    private final Partitions partitions;
    private final Traces traces;
    private final TradedOffsets traded;

    /** The sampled orders of the batch; those of an interrupted one are forgotten with the engine that took them. */
    private final Links sampled;

    private ProcessorContext<Routed, byte[]> context;
    private MarketState state;
    private Market market;
    private SelfTrades selfTrades;
    private CheckpointMoments checkpoints;

    private boolean isTrading;
    private boolean leavesOut;
    private List<Command> commands = new ArrayList<>();
    private int taken;
    private long firstOffset;
    private long lastOffset;
    private long missed;
    private long oldestTimestampMillis;
    private long newestTimestampMillis;

    private @Nullable Cancellable batchEnd;
    private @Nullable Cancellable expiry;
    private long expiryAwaitedMillis;
    private @Nullable Cancellable checkpoint;

    @SuppressWarnings("NullAway.Init") // Kafka Streams calls init() before anything else, and again after a failure.
    MarketProcessor(EngineProperties properties, EngineMetrics metrics, Partitions partitions, Traces traces,
            TradedOffsets traded) {
        this.properties = properties;
        this.metrics = metrics;
        this.partitions = partitions;
        this.traces = traces;
        this.traded = traded;
        this.sampled = traces.links();
    }

    @Override
    public void init(ProcessorContext<Routed, byte[]> context) {
        close();
        this.context = context;
        MarketStore store = context.getStateStore(STORE);
        state = store.state();
        market = state.rebuild();
        selfTrades = SelfTradePrevention.of(properties, partition());
        checkpoints = CheckpointMoments.of(properties.checkpointInterval(), partition());
        beginBatch();
        leavesOut = false;
        List<Taken> interrupted = state.pending();
        requireWhatWasTraded(interrupted);
        interrupted.forEach(this::takeAgain);
        awaitExpiry();
        awaitCheckpoint();
        isTrading = true;
        partitions.trading(partition());
        metrics.standing(partition(), market);
        log.info("partition {}: trading after offset {}, {} open orders, {} orders of an interrupted batch",
                partition(),
                state.last().offset(), market.openOrders(), interrupted.size());
    }

    /** Kafka Streams commits the time of the newest order with each offset, and begins with it. */
    private void requireWhatWasTraded(List<Taken> interrupted) {
        if (context.currentStreamTimeMs() >= 0 && state.last().number() == 0 && interrupted.isEmpty()) {
            throw new IllegalStateException(
                    ("partition %d: group %s has traded it, of which %s knows nothing; it was deleted, and its open orders and"
                            + " trade ids with it").formatted(partition(), Topics.ENGINE_GROUP, Changelog.TOPIC));
        }
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata metadata = context.recordMetadata().orElseThrow();
        if (metadata.offset() <= lastOffset) {
            leaveOut(metadata.offset(), record.timestamp());
            return;
        }
        warnOfMissed(metadata.offset());
        Taken next = new Taken(metadata.offset(), record.timestamp(),
                record.value() == null ? NOTHING : record.value());
        try {
            commands.add(read(next));
            state.take(next);
            sampled.add(record.headers());
        } catch (UnreadableCommand e) {
            log.error("partition {}, offset {}: sent to {}: {}", partition(), next.offset(), Topics.DEAD_LETTERS,
                    e.getMessage());
            metrics.deadLetter();
            DeadLetter letter = DeadLetter.of(metadata.topic(), next.offset(), record.key(), record.value(),
                    record.headers(), String.valueOf(e.getMessage()));
            context.forward(new Record<>(new Routed(partition(), letter.key()), letter.value(), record.timestamp(),
                    letter.headers()), Topics.DEAD_LETTERS);
            state.take(new Taken(next.offset(), next.timestampMillis(), NOTHING));
        }
        count(next);
        if (taken >= properties.maxBatchCommands()) {
            endBatch();
        }
    }

    /**
     * Every offset of the log is an order's or a cancel's: what lies before the next one was accepted, and nobody will trade it.
     * What lies before a partition's first order was no engine's to trade.
     */
    private long missedBefore(long offset) {
        boolean hasTraded = taken > 0 || state.last().number() > 0;
        return hasTraded ? offset - lastOffset - 1 : 0;
    }

    private void warnOfMissed(long offset) {
        long before = missedBefore(offset);
        if (before > 0) {
            metrics.missed(before);
            log.error(
                    "partition {}: offsets {} to {} are not traded: they were deleted before they were read, or the offset"
                            + " of group {} was set behind them",
                    partition(), lastOffset + 1, offset - 1, Topics.ENGINE_GROUP);
        }
    }

    /**
     * A group whose offsets were reset, or that nobody was in for so long that Kafka has forgotten them, reads what was traded
     * long ago. None of that is newer than the partition.
     */
    private void leaveOut(long offset, long timestampMillis) {
        if (timestampMillis > Math.max(state.last().nowMillis(), newestTimestampMillis)) {
            throw new IllegalStateException(
                    ("partition %d, offset %d: newer than offset %d, up to which this partition has"
                            + " traded; %s is not the log that it traded")
                            .formatted(partition(), offset, lastOffset, Topics.ORDERS));
        }
        metrics.leftOut();
        if (!leavesOut) {
            leavesOut = true;
            log.warn("partition {}, offset {}: traded before, up to offset {}; left out, and so will others be, without"
                    + " further lines", partition(), offset, lastOffset);
        }
    }

    @Override
    public void close() {
        batchEnd = cancelled(batchEnd);
        expiry = cancelled(expiry);
        checkpoint = cancelled(checkpoint);
        if (isTrading) {
            isTrading = false;
            // What it holds goes back into the store if the task goes on as a standby, and an engine has no room for both.
            market = new Market();
            partitions.closed(partition());
            metrics.closed(partition());
        }
    }

    private void beginBatch() {
        commands = new ArrayList<>(commands.size());
        taken = 0;
        missed = 0;
        sampled.clear();
        firstOffset = state.last().offset() + 1;
        lastOffset = state.last().offset();
        newestTimestampMillis = 0;
    }

    /** Takes what an interrupted batch had taken; what could not be read has gone to the dead letters before. */
    private void takeAgain(Taken before) {
        try {
            commands.add(read(before));
        } catch (UnreadableCommand e) {
            if (before.value().length > 0) {
                log.error("partition {}, offset {}: not traded, though the engine that took it could read it: {}",
                        partition(), before.offset(), e.getMessage());
            }
        }
        count(before);
    }

    private Command read(Taken next) throws UnreadableCommand {
        return Commands.read(partition(), next.offset(), next.timestampMillis(), next.value());
    }

    /** Every record counts within the bounds of its batch, readable or not. */
    private void count(Taken next) {
        missed += missedBefore(next.offset());
        if (taken == 0) {
            batchEnd = schedule(properties.batchInterval(), this::endBatch);
            oldestTimestampMillis = next.timestampMillis();
            if (state.last().number() == 0) {
                firstOffset = next.offset();
            }
        }
        taken++;
        lastOffset = next.offset();
        oldestTimestampMillis = Math.min(oldestTimestampMillis, next.timestampMillis());
        newestTimestampMillis = Math.max(newestTimestampMillis, next.timestampMillis());
    }

    private void endBatch() {
        try (Step step = traces.follow("batch", sampled)) {
            endBatch(step);
            step.done();
        }
    }

    private void endBatch(Step step) {
        long beganNanos = System.nanoTime();
        batchEnd = cancelled(batchEnd);
        long before = state.last().nowMillis();
        long now = now();
        Batch batch = new Batch(now, properties.orderTimeout().toMillis(), idempotencyWindowMillis(now),
                properties.maxOpenOrders(), properties.maxGtcOrders(), properties.maxProducts(), selfTrades, commands);
        Outcome outcome = market.trade(batch);
        publish(batch, outcome, step);
        state.endBatch(lastOffset, now, batch.idempotencyWindowMillis(), outcome);
        traded.upTo(partition(), lastOffset + 1);
        if (checkpoints.anyBetween(before, now)) {
            publishCheckpoint();
        }
        if (taken > 0) {
            metrics.waited(Duration.ofMillis(now - oldestTimestampMillis));
        }
        metrics.traded(partition(), taken, Duration.ofNanos(System.nanoTime() - beganNanos), outcome, market);
        beginBatch();
        awaitExpiry();
        awaitCheckpoint();
    }

    private void publish(Batch batch, Outcome outcome, Step step) {
        step.note("partition", partition());
        step.note("first.offset", firstOffset);
        step.note("last.offset", lastOffset);
        step.note("sales", outcome.sales().size());
        Routed route = new Routed(partition(), null);
        for (trading.wire.proto.Batch part : BatchRecords.write(state.last().number() + 1,
                new Offsets(firstOffset, lastOffset, missed), batch, outcome)) {
            Record<Routed, byte[]> published = new Record<>(route, part.toByteArray(), batch.nowMillis());
            step.mark(published.headers());
            context.forward(published, Topics.SALES);
        }
    }

    private void publishCheckpoint() {
        Routed route = new Routed(partition(), null);
        LastBatch last = state.last();
        state.describe(new CheckpointRecords(last.number(), last.offset(), last.nowMillis(),
                part -> context.forward(new Record<>(route, part.toByteArray(), last.nowMillis()),
                        Topics.CHECKPOINTS)));
    }

    private void awaitCheckpoint() {
        if (checkpoint == null && market.openOrders() > 0) {
            checkpoint = schedule(checkpoints.untilNext(now()), this::makeCheckpoint);
        }
    }

    /** As a rule a batch has been there since the moment, with a checkpoint. */
    private void makeCheckpoint() {
        checkpoint = cancelled(checkpoint);
        if (market.openOrders() > 0 && checkpoints.anyBetween(state.last().nowMillis(), now())) {
            endBatch();
        } else {
            awaitCheckpoint();
        }
    }

    /**
     * What a repeat is too late for, it was when the log took it, however long it has waited since. As long as none is here, one
     * may be waiting. A busy partition remembers for a shorter time: the batch says how long, so that whoever trades it again
     * knows.
     */
    private long idempotencyWindowMillis(long nowMillis) {
        long wishedMillis = taken == 0
                ? nowMillis
                : properties.idempotencyWindow().toMillis() + Math.max(0, nowMillis - oldestTimestampMillis);
        return market.idempotencyWindowMillis(nowMillis, wishedMillis, properties.maxRememberedIds());
    }

    /** One clock that never goes backwards, whichever engine trades the partition. */
    private long now() {
        return Math.max(Math.max(state.last().nowMillis(), newestTimestampMillis), context.currentSystemTimeMs());
    }

    /** Orders may come that expire before all others. */
    private void awaitExpiry() {
        long nextMillis = nextExpiryMillis();
        if (nextMillis == Long.MAX_VALUE) {
            return;
        }
        long nowMillis = context.currentSystemTimeMs();
        long lookMillis = Math.min(nextMillis, nowMillis + MAX_AWAITED_MILLIS);
        if (expiry != null && lookMillis < expiryAwaitedMillis) {
            expiry = cancelled(expiry);
        }
        if (expiry == null) {
            expiry = schedule(
                    Duration.ofMillis(Math.max(lookMillis - nowMillis, properties.expiryInterval().toMillis())),
                    this::expire);
            expiryAwaitedMillis = lookMillis;
        }
    }

    private void expire() {
        expiry = cancelled(expiry);
        if (now() >= nextExpiryMillis()) {
            endBatch();
        } else {
            awaitExpiry();
        }
    }

    private long nextExpiryMillis() {
        return market.nextExpiryMillis(properties.orderTimeout().toMillis());
    }

    private Cancellable schedule(Duration delay, Runnable action) {
        return context.schedule(delay, PunctuationType.WALL_CLOCK_TIME, time -> action.run());
    }

    private static @Nullable Cancellable cancelled(@Nullable Cancellable cancellable) {
        if (cancellable != null) {
            cancellable.cancel();
        }
        return null;
    }

    private int partition() {
        return context.taskId().partition();
    }
}
