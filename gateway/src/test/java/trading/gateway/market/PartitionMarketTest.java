package trading.gateway.market;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import trading.wire.proto.Batch;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;

class PartitionMarketTest {

    private static final long SEED = Long.getLong("trading.seed", System.nanoTime() % 1_000_000);
    private static final long NOON = 1_800_000_000_000L;

    private final Room room = new Room(10, 1_000);
    private final LeftOrders left = new LeftOrders();
    private final PartitionMarket market = new PartitionMarket(0, room, left, 50);

    @Test
    void theBookIsTheSumOfWhatIsOpen() {
        RandomMarket random = new RandomMarket(SEED, "apple");
        for (int i = 0; i < 5_000; i++) {
            market.add(random.next(NOON + i));
            if (i % 10 == 0) {
                assertBook(market, random, i);
            }
        }
    }

    @Test
    void aBookFromACheckpointIsTheSame() {
        RandomMarket random = new RandomMarket(SEED, "apple");
        for (int i = 0; i < 200; i++) {
            random.next(NOON + i);
        }
        random.checkpoint(NOON + 199).forEach(market::restore);
        assertBook(market, random, 200);
        for (int i = 200; i < 400; i++) {
            market.add(random.next(NOON + i));
            assertBook(market, random, i);
        }
    }

    @Test
    void batchesBeforeTheCheckpointCountForFiguresOnly() {
        RandomMarket random = new RandomMarket(SEED, "apple");
        List<Batch> before = java.util.stream.IntStream.range(0, 200).mapToObj(i -> random.next(NOON + i)).toList();
        random.checkpoint(NOON + 199).forEach(market::restore);
        before.forEach(market::add);
        assertBook(market, random, 200);
        assertThat(sales(Window.DAY, NOON))
                .isEqualTo(before.stream().mapToInt(Batch::getSalesCount).sum());
    }

    @Test
    void figuresDecayWithTime() {
        market.toldFrom(Long.MIN_VALUE);
        market.add(sold(1, NOON - 1));
        market.add(sold(2, NOON));
        assertThat(sales(Window.TEN_SECONDS, NOON)).isEqualTo(2);
        assertThat(sales(Window.TEN_SECONDS, NOON + 9_000)).isEqualTo(1);
        assertThat(sales(Window.TEN_SECONDS, NOON + 10_000)).isZero();
        assertThat(sales(Window.MINUTE, NOON + 58_999)).isEqualTo(2);
        assertThat(sales(Window.MINUTE, NOON + 59_000)).isEqualTo(1);
        assertThat(sales(Window.MINUTE, NOON + 60_000)).isZero();
        assertThat(sales(Window.DAY, NOON + 86_399_999)).isEqualTo(1);
        assertThat(sales(Window.DAY, NOON + 86_400_000)).isZero();
    }

    @Test
    void aSaleThatComesAgainIsNotCounted() {
        market.add(sold(1, NOON));
        market.add(sold(2, NOON));
        market.add(sold(1, NOON));
        market.add(sold(2, NOON));
        assertThat(sales(Window.DAY, NOON)).isEqualTo(2);
        assertThat(trades().size()).isEqualTo(2);
        assertThat(isComplete()).isTrue();
    }

    @Test
    void aGapIsSeen() {
        market.toldFrom(Long.MIN_VALUE);
        market.add(sold(1, NOON));
        market.add(sold(3, NOON + 1_000));
        assertThat(isComplete()).isFalse();
        assertThat(wholeFromMillis()).isEqualTo(NOON + 1_001);
        assertThat(trades()).extracting(Trade::tradeId)
                .containsExactly(3L);
    }

    @Test
    void whoMissedBatchesDoesNotKnowAllOrders() {
        market.add(sold(1, NOON));
        assertThat(market.knowsAllOrders()).isTrue();
        market.missed(NOON + 1_000);
        assertThat(market.knowsAllOrders()).isFalse();
        assertThat(isComplete()).isFalse();
    }

    @Test
    void whatFindsNoRoomIsToldOf() {
        Room small = new Room(1, 2);
        PartitionMarket bounded = new PartitionMarket(0, small, left, 50);
        RandomMarket random = new RandomMarket(SEED, "apple");
        bounded.add(sold(1, NOON));
        for (int i = 0; i < 100; i++) {
            bounded.add(random.next(NOON + i));
        }
        assertThat(small.openOrders()).isLessThanOrEqualTo(2);
        assertThat(small.refused()).isPositive();
        boolean isComplete = Objects.requireNonNull(bounded.ask("apple", ProductMarket::isComplete));
        assertThat(isComplete).isFalse();
        assertThat(bounded.knowsAllOrders()).isFalse();
        bounded.add(soldPear(1, NOON));
        String pear = bounded.ask("pear", ProductMarket::productId);
        assertThat(pear).isNull();
        assertThat(small.products()).isEqualTo(1);
    }

    @Test
    void whatWasSoldWhileThereWasNoRoomIsNotTakenForKnown() {
        Markets markets = markets(1);
        PartitionMarket followed = markets.partition(0);
        followed.toldFrom(Long.MIN_VALUE);
        followed.add(sold(1, NOON));
        followed.add(soldPear(1, NOON + 10));
        assertThat(followed.<String>ask("pear", ProductMarket::productId)).isNull();
        markets.makeRoom(NOON + 1);
        followed.add(soldPear(2, NOON + 20));
        long wholeFrom = Objects.requireNonNull(
                followed.ask("pear", product -> product.series(Interval.SECOND).wholeFromMillis()));
        assertThat(wholeFrom).isEqualTo(NOON + 11);
    }

    private static Batch soldPear(long tradeId, long atMillis) {
        return Batch.newBuilder().setNow(atMillis)
                .addSales(Sale.newBuilder().setProductId("pear").setTradeId(tradeId)).build();
    }

    @Test
    void whatIsNotSoldForADayMakesRoomAndIsWholeFromThereWhenItComesAgain() {
        Markets markets = markets(2);
        PartitionMarket followed = markets.partition(0);
        followed.toldFrom(Long.MIN_VALUE);
        followed.add(sold(1, NOON));
        followed.adopt("old", new Trade(7, 10_000, 1, NOON - 5), ProductMarket::productId);
        String noRoom = followed.adopt("pear", new Trade(1, 10_000, 1, NOON), ProductMarket::productId);
        assertThat(noRoom).isEqualTo("pear");
        assertThat(followed.askBehind("", 9, ProductMarket::productId)).containsOnlyKeys("apple", "old");

        markets.makeRoom(NOON);
        assertThat(followed.askBehind("", 9, ProductMarket::productId)).containsOnlyKeys("apple");

        followed.add(Batch.newBuilder().setNow(NOON + 1).addSales(Sale.newBuilder().setProductId("old").setTradeId(8))
                .build());
        long wholeFrom = Objects.requireNonNull(
                followed.ask("old", product -> product.series(Interval.MINUTE).wholeFromMillis()));
        assertThat(wholeFrom).isEqualTo(NOON);
    }

    @Test
    void whoeverAsksForOldProductsLeavesRoomForWhatIsOrdered() {
        Markets markets = markets(20);
        PartitionMarket followed = markets.partition(0);
        for (int i = 0; i < 40; i++) {
            followed.adopt("old-" + i, new Trade(7, 10_000, 1, NOON - 5), ProductMarket::productId);
        }

        followed.add(Batch.newBuilder().setNow(NOON).addRested(OpenOrder.newBuilder().setProductId("new")
                .setUserId("sue").setQuantity(1).setRemaining(1)).build());
        assertThat(followed.askBehind("", 99, ProductMarket::productId)).containsKey("new");
        assertThat(followed.knowsAllOrders()).isTrue();
        assertThat(markets.isComplete("new")).isTrue();
    }

    @Test
    void aProductThatFoundNoRoomMakesItsPartitionIncomplete() {
        Markets markets = markets(1);
        PartitionMarket followed = markets.partition(0);
        followed.add(sold(1, NOON));
        assertThat(followed.isComplete()).isTrue();
        followed.add(soldPear(1, NOON));
        assertThat(followed.isComplete()).isFalse();
    }

    @Test
    void aProductWithAnOpenOrderKeepsItsRoom() {
        Markets markets = markets(1);
        RandomMarket random = new RandomMarket(SEED, "apple");
        PartitionMarket followed = markets.partition(0);
        int batches = 0;
        while (random.levels(true, 1).isEmpty()) {
            followed.add(random.next(NOON + batches++));
        }
        markets.makeRoom(Long.MAX_VALUE);
        assertBook(followed, random, batches);
    }

    @Test
    void aNameThatWasOnlyTriedIsForgotten() {
        RandomMarket random = new RandomMarket(SEED, "apple");
        List<OpenOrder> rested = List.of();
        while (rested.isEmpty()) {
            rested = random.next(NOON).getRestedList();
        }
        market.add(Batch.newBuilder().setNumber(1).setNow(NOON).addRested(rested.getFirst()).build());
        assertThat(room.products()).isEqualTo(1);
        market.add(Batch.newBuilder().setNumber(2).setNow(NOON)
                .addClosed(ClosedOrder.newBuilder().setOrder(rested.getFirst())).build());
        assertThat(room.products()).isZero();
        assertThat(room.openOrders()).isZero();
    }

    @Test
    void theNewestCandlesAreKeptAndItIsKnownSinceWhen() {
        market.toldFrom(Long.MIN_VALUE);
        for (int i = 0; i < 100; i++) {
            market.add(sold(i + 1, NOON + i * 1_000L));
        }
        long wholeFrom = wholeFromMillis();
        assertThat(wholeFrom).isBetween(NOON + 30_000, NOON + 40_000);
        assertThat(candles(Interval.SECOND, wholeFrom, NOON + 100_000))
                .hasSize((int) (100 - (wholeFrom - NOON) / 1_000));
        assertThat(candles(Interval.HOUR, NOON, NOON + 3_600_000))
                .singleElement().satisfies(hour -> assertThat(hour.sales()).isEqualTo(100));
    }

    private static Markets markets(int maxProducts) {
        Binder binder = new Binder(
                new MapConfigurationPropertySource(Map.of("trading.gateway.market.max-products", maxProducts)));
        return new Markets(binder.bindOrCreate("trading.gateway.market", MarketProperties.class),
                new SimpleMeterRegistry());
    }

    private static void assertBook(PartitionMarket market, RandomMarket random, int step) {
        List<DepthLevel> bids = market.ask("apple", product -> product.book().bids(7));
        List<DepthLevel> asks = market.ask("apple", product -> product.book().asks(7));
        assertThat(bids == null ? List.of() : bids).as("seed %d, batch %d", SEED, step)
                .isEqualTo(random.levels(true, 7));
        assertThat(asks == null ? List.of() : asks).as("seed %d, batch %d", SEED, step)
                .isEqualTo(random.levels(false, 7));
        for (String user : RandomMarket.USERS) {
            List<String> orders = new ArrayList<>();
            market.openOrders(user, order -> orders.add(order.orderId() + " " + order.remaining()));
            assertThat(orders).as("%s, seed %d, batch %d", user, SEED, step)
                    .isEqualTo(random.openOrders(user));
        }
    }

    private static Batch sold(long tradeId, long nowMillis) {
        return Batch.newBuilder().setNow(nowMillis)
                .addSales(Sale.newBuilder().setProductId("apple").setTradeId(tradeId).setPrice(10_000).setQuantity(2))
                .build();
    }

    private int sales(Window window, long nowMillis) {
        return apple(product -> product.since(window, nowMillis).sales());
    }

    private List<Trade> trades() {
        return apple(product -> product.tradesBefore(Long.MAX_VALUE, 10));
    }

    private boolean isComplete() {
        return apple(ProductMarket::isComplete);
    }

    private long wholeFromMillis() {
        return apple(product -> product.series(Interval.SECOND).wholeFromMillis());
    }

    private List<Candle> candles(Interval interval, long fromMillis, long toMillis) {
        return apple(product -> product.series(interval).candles(interval, fromMillis, toMillis));
    }

    private <T> T apple(Function<ProductMarket, T> question) {
        return Objects.requireNonNull(market.ask("apple", question));
    }
}
