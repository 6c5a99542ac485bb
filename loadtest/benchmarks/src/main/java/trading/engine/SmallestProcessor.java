package trading.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import trading.codec.BatchRecords;
import trading.codec.Commands;
import trading.codec.Offsets;
import trading.codec.UnreadableCommand;
import trading.market.Batch;
import trading.market.Command;
import trading.market.Market;
import trading.market.Outcome;
import trading.market.SelfTrades;

/**
 * Trades one partition as {@link MarketProcessor} does, but puts whatever changes into the store at once: each order when a batch
 * takes it, and each change when the batch ends. So a commit may fall anywhere.
 *
 * <p>Used by the thread of its stream task only.
 */
final class SmallestProcessor implements Processor<byte[], byte[], Routed, byte[]> {

    static final String STORE = "market";

    private final EngineProperties properties;
    private final Deque<RememberedBatch> remembered = new ArrayDeque<>();
    private final List<Command> commands = new ArrayList<>();
    private ProcessorContext<Routed, byte[]> context;
    private MarketRecords records;
    private Market market;
    private LastBatch last;
    private int taken;
    private long lastOffset;
    private long newestMillis;
    private @Nullable Cancellable batchEnd;

    @SuppressWarnings("NullAway.Init") // Kafka Streams calls init() before anything else.
    SmallestProcessor(EngineProperties properties) {
        this.properties = properties;
    }

    @Override
    public void init(ProcessorContext<Routed, byte[]> context) {
        this.context = context;
        KeyValueStore<Bytes, byte[]> store = context.getStateStore(STORE);
        records = new MarketRecords(store);
        last = records.last();
        market = new Market();
        records.eachOpen(market::restoreOpen);
        records.eachLastTradeId(market::restoreLastTradeId);
        remembered.clear();
        records.eachRemembered(batch -> {
            remembered.add(batch);
            market.restoreRemembered(batch.nowMillis(), batch.ids());
        });
        beginBatch();
        records.eachSlot(slot -> {
            if (slot.offset() > last.offset()) {
                count(slot);
            }
        });
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Taken next = new Taken(context.recordMetadata().orElseThrow().offset(), record.timestamp(), record.value());
        records.putSlot(taken, next);
        count(next);
        if (taken == properties.maxBatchCommands()) {
            endBatch();
        }
    }

    private void beginBatch() {
        commands.clear();
        taken = 0;
        lastOffset = last.offset();
        newestMillis = 0;
    }

    private void count(Taken next) {
        if (taken == 0) {
            batchEnd = context.schedule(properties.batchInterval(), PunctuationType.WALL_CLOCK_TIME, _ -> endBatch());
        }
        taken++;
        lastOffset = next.offset();
        newestMillis = Math.max(newestMillis, next.timestampMillis());
        try {
            commands.add(Commands.read(partition(), next.offset(), next.timestampMillis(), next.value()));
        } catch (UnreadableCommand e) {
            // The engine beside it has sent it to the dead letters.
        }
    }

    private void endBatch() {
        if (batchEnd != null) {
            batchEnd.cancel();
        }
        long now = Math.max(Math.max(last.nowMillis(), newestMillis), context.currentSystemTimeMs());
        long window = market.idempotencyWindowMillis(now, properties.idempotencyWindow().toMillis(),
                properties.maxRememberedIds());
        Batch batch = new Batch(now, properties.orderTimeout().toMillis(), window, properties.maxOpenOrders(),
                properties.maxGtcOrders(), properties.maxProducts(), SelfTrades.ALLOWED, commands);
        Outcome outcome = market.trade(batch);
        for (trading.wire.proto.Batch part : BatchRecords.write(last.number() + 1,
                new Offsets(last.offset() + 1, lastOffset, 0), batch, outcome)) {
            context.forward(new Record<>(new Routed(partition(), null), part.toByteArray(), now));
        }
        last = new LastBatch(last.number() + 1, lastOffset, now, LastBatch.UNKNOWN, LastBatch.UNKNOWN);
        keep(outcome, now - window);
        beginBatch();
    }

    private void keep(Outcome outcome, long forgottenBeforeMillis) {
        outcome.rested().forEach(records::putOpen);
        outcome.changed().forEach(records::putOpen);
        outcome.gone().forEach(records::deleteOpen);
        outcome.lastTradeIds().forEach(records::putLastTradeId);
        while (!remembered.isEmpty() && remembered.getFirst().nowMillis() < forgottenBeforeMillis) {
            records.deleteRemembered(remembered.removeFirst().number());
        }
        if (!outcome.rememberedIds().isEmpty()) {
            RememberedBatch batch = new RememberedBatch(last.number(), last.nowMillis(), outcome.rememberedIds());
            remembered.add(batch);
            records.putRemembered(batch);
        }
        records.putLast(last);
    }

    private int partition() {
        return context.taskId().partition();
    }
}
