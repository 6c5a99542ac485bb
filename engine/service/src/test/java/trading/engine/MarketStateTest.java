package trading.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trading.codec.CheckpointRecords;
import trading.market.Batch;
import trading.market.CancelOrder;
import trading.market.Command;
import trading.market.Market;
import trading.market.Outcome;
import trading.market.PlaceOrder;
import trading.market.SelfTrades;
import trading.market.Side;
import trading.market.TimeInForce;
import trading.wire.proto.Checkpoint;

/**
 * Random batches through a market that is never interrupted, and through one that commits and crashes at any moment, within
 * batches and between them: every batch must come out the same, and every checkpoint say the same.
 *
 * <p>Logs its seed; {@code -Dtrading.seed=} repeats a run.
 */
class MarketStateTest {

    private static final Logger log = LoggerFactory.getLogger(MarketStateTest.class);

    private static final int DAYS = 300;
    private static final int BATCHES = 40;
    private static final List<TimeInForce> TIMES_IN_FORCE = List.of(TimeInForce.values());
    private static final byte[] BYTES = {1, 2, 3};

    @Test
    void goesOnAsIfNothingHadHappenedWheneverItCommitsAndCrashes() {
        SplittableRandom random = random();
        for (int i = 0; i < DAYS; i++) {
            Day day = new Day(random.split());
            new Engine(day, random.split()).trade();
        }
    }

    /** Those of open orders, and those of remembered ids. */
    @ParameterizedTest
    @ValueSource(chars = {'o', 'd'})
    void aMarketWhoseDeletionsWereMissedIsNotRebuilt(char kind) {
        Day day = new Day(random(), 20);
        Records records = new Records(Map.of());
        MarketState state = records.state();
        Market market = state.rebuild();
        Map<Bytes, byte[]> ever = new TreeMap<>();
        for (int i = 0; i < BATCHES; i++) {
            Batch batch = day.batches.get(i);
            state.endBatch(i, batch.nowMillis(), day.windowMillis, market.trade(batch));
            state.flush();
            records.changelog.forEach((key, value) -> {
                if (key.get()[0] == kind) {
                    ever.put(key, value);
                }
            });
        }
        Map<Bytes, byte[]> outOfTouch = new TreeMap<>(ever);
        outOfTouch.putAll(records.changelog);
        assertThat(outOfTouch.size()).as("something has left").isGreaterThan(records.changelog.size());

        assertThat(new Records(records.changelog).state().rebuild().openOrders()).isEqualTo(state.last().openOrders());
        int left = kind == 'o' ? state.last().openOrders() : state.last().rememberedIds();
        assertThatIllegalStateException().isThrownBy(() -> new Records(outOfTouch).state().rebuild())
                .withMessageContaining("(expected: " + left + ", as batch " + BATCHES);
    }

    @Test
    void whatWasTradedAndNotCommittedIsNoStandbys() {
        Day day = new Day(random());
        MarketState state = new Records(Map.of()).state();
        Batch batch = day.batches.getFirst();
        state.endBatch(0, batch.nowMillis(), day.windowMillis, state.rebuild().trade(batch));

        assertThatIllegalStateException().isThrownBy(state::standBy)
                .withMessage("batch 1 was traded and not committed");
        state.flush();
        state.standBy();
    }

    private static SplittableRandom random() {
        long seed = Long.getLong("trading.seed", System.nanoTime());
        log.info("seed {} (-Dtrading.seed)", seed);
        return new SplittableRandom(seed);
    }

    /** Orders as they stand in the log, cut into batches, and what an engine that is never interrupted makes of them. */
    private static final class Day {

        private static final int USERS = 3;
        private static final int PRODUCTS = 2;

        private final SplittableRandom random;
        private final long windowMillis;
        private final List<Command> log = new ArrayList<>();
        private final List<Batch> batches = new ArrayList<>();
        private final List<Outcome> outcomes = new ArrayList<>();
        private final List<List<Checkpoint>> checkpoints = new ArrayList<>();
        private long nowMillis = 1_000;

        Day(SplittableRandom random) {
            this(random, new long[]{0, 20, 100_000}[random.nextInt(3)]);
        }

        Day(SplittableRandom random, long windowMillis) {
            this.random = random;
            this.windowMillis = windowMillis;
            MarketState state = new Records(Map.of()).state();
            Market market = state.rebuild();
            for (int i = 0; i < BATCHES; i++) {
                nowMillis += random.nextInt(10);
                int from = log.size();
                int commands = random.nextInt(6);
                for (int j = 0; j < commands; j++) {
                    log.add(command());
                }
                Batch batch = new Batch(nowMillis, 100, windowMillis, 30, Integer.MAX_VALUE, Integer.MAX_VALUE,
                        SelfTrades.ALLOWED, List.copyOf(log.subList(from, log.size())));
                Outcome outcome = market.trade(batch);
                batches.add(batch);
                outcomes.add(outcome);
                state.endBatch(log.size() - 1, nowMillis, windowMillis, outcome);
                checkpoints.add(checkpoint(state));
            }
        }

        private Command command() {
            PlaceOrder before = log.isEmpty() || !(log.get(random.nextInt(log.size())) instanceof PlaceOrder order)
                    ? null
                    : order;
            if (before != null && random.nextInt(5) == 0) {
                return new CancelOrder(before.orderId(), before.userId());
            }
            TimeInForce timeInForce = TIMES_IN_FORCE.get(random.nextInt(TIMES_IN_FORCE.size()));
            return new PlaceOrder(log.size(), before != null && random.nextInt(5) == 0 ? before.orderId() : orderId(),
                    random.nextBoolean() ? Side.BUY : Side.SELL, "p" + random.nextInt(PRODUCTS),
                    "u" + random.nextInt(USERS), 1 + random.nextInt(5), 1 + random.nextInt(4), nowMillis, timeInForce,
                    timeInForce == TimeInForce.GTT ? nowMillis + random.nextInt(50) : 0);
        }

        /** Half of them made from client order ids. */
        private UUID orderId() {
            long version = random.nextBoolean() ? 0x8000L : 0x7000L;
            return new UUID((random.nextLong() & ~0xF000L) | version, random.nextLong());
        }
    }

    /** One that is interrupted all the time. What it writes lasts from the next commit on. */
    private static final class Engine {

        private final Day day;
        private final SplittableRandom random;
        private final Map<Bytes, byte[]> committed = new TreeMap<>();
        private long committedPosition;

        private Records records = new Records(Map.of());
        private MarketState state = records.state();
        private Market market = state.rebuild();
        private List<Command> commands = new ArrayList<>();
        private long position;

        Engine(Day day, SplittableRandom random) {
            this.day = day;
            this.random = random;
        }

        void trade() {
            while (batch() < BATCHES) {
                if (commands.size() < day.batches.get(batch()).commands().size()) {
                    take();
                } else {
                    endBatch();
                }
                switch (random.nextInt(12)) {
                    case 0, 1 -> commit();
                    case 2 -> restart();
                    case 3 -> check();
                    case 4 -> {
                        commit();
                        standBy();
                    }
                    default -> {
                        // Goes on.
                    }
                }
            }
            commit();
            restart();
            check();
        }

        private int batch() {
            return (int) state.last().number();
        }

        private void take() {
            state.take(new Taken(position, day.nowMillis, BYTES));
            commands.add(day.log.get((int) position));
            position++;
        }

        private void endBatch() {
            Batch planned = day.batches.get(batch());
            Outcome outcome = market.trade(new Batch(planned.nowMillis(), planned.timeoutMillis(), day.windowMillis,
                    planned.maxOpenOrders(), planned.maxGtcOrders(), planned.maxProducts(), planned.selfTrades(),
                    commands));
            assertThat(outcome).isEqualTo(day.outcomes.get(batch()));
            state.endBatch(position - 1, planned.nowMillis(), day.windowMillis, outcome);
            commands = new ArrayList<>();
        }

        private void commit() {
            state.flush();
            committed.clear();
            committed.putAll(records.changelog);
            committedPosition = position;
        }

        private void restart() {
            records = new Records(committed);
            goOn();
        }

        /** Becomes a standby and active again, with what is in memory. */
        private void standBy() {
            assertThat(records.inMemory()).noneMatch(Engine::isOfTheMarket);
            state.standBy();
            assertThat(records.inMemory()).containsExactlyElementsOf(records.changelog.keySet());
            goOn();
        }

        private static boolean isOfTheMarket(Bytes key) {
            return key.get()[0] == 'o' || key.get()[0] == 'd';
        }

        private void goOn() {
            state = records.state();
            market = state.rebuild();
            position = committedPosition;
            List<Taken> pending = state.pending();
            assertThat(pending).extracting(Taken::offset).containsExactlyElementsOf(
                    LongStream.range(state.last().offset() + 1, committedPosition).boxed().toList());
            assertThat(pending).allSatisfy(taken -> assertThat(taken.value()).isEqualTo(BYTES));
            commands = new ArrayList<>(pending.stream().map(taken -> day.log.get((int) taken.offset())).toList());
        }

        private void check() {
            if (batch() > 0) {
                assertThat(checkpoint(state)).isEqualTo(day.checkpoints.get(batch() - 1));
            }
        }
    }

    private static List<Checkpoint> checkpoint(MarketState state) {
        List<Checkpoint> parts = new ArrayList<>();
        state.describe(new CheckpointRecords(state.last().number(), state.last().offset(), state.last().nowMillis(),
                parts::add));
        return parts;
    }

    /** Records of a task, all of them in the changelog. */
    private static final class Records {

        private final Map<Bytes, byte[]> changelog = new TreeMap<>();
        private final KeyValueStore<Bytes, byte[]> memory = Stores.inMemoryKeyValueStore("market").get();

        /** As they were read from the changelog. */
        Records(Map<Bytes, byte[]> restored) {
            changelog.putAll(restored);
            restored.forEach(memory::put);
        }

        MarketState state() {
            return new MarketState(new MarketRecords(logged()), new MarketRecords(memory));
        }

        List<Bytes> inMemory() {
            List<Bytes> keys = new ArrayList<>();
            try (KeyValueIterator<Bytes, byte[]> all = memory.all()) {
                all.forEachRemaining(entry -> keys.add(entry.key));
            }
            return keys;
        }

        /** What Kafka Streams makes of a store with a changelog. */
        @SuppressWarnings("unchecked")
        private KeyValueStore<Bytes, byte[]> logged() {
            return (KeyValueStore<Bytes, byte[]>) Proxy.newProxyInstance(KeyValueStore.class.getClassLoader(),
                    new Class<?>[]{KeyValueStore.class}, (_, method, arguments) -> {
                        switch (method.getName()) {
                            case "put" -> changelog.put((Bytes) arguments[0], (byte[]) arguments[1]);
                            case "delete" -> changelog.remove((Bytes) arguments[0]);
                            default -> throw new UnsupportedOperationException(method.getName());
                        }
                        return method.invoke(memory, arguments);
                    });
        }
    }
}
