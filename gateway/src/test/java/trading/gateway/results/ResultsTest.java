package trading.gateway.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import trading.gateway.ResultProperties;
import trading.gateway.results.Results.Arrival;
import trading.wire.OrderId;
import trading.wire.proto.Batch;
import trading.wire.proto.CloseReason;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;
import trading.wire.proto.Side;

class ResultsTest {

    private static final int PARTITION = 7;
    private static final long TIMEOUT = 60_000;

    private final UUID b1 = OrderId.next(PARTITION, 1);
    private final UUID s1 = OrderId.next(PARTITION, 2);
    private final UUID s2 = OrderId.next(PARTITION, 3);
    private long nextOffset;

    @Test
    void followsAnOrderThroughItsBatches() {
        Results results = fromTheBeginning();
        results.add(PARTITION, batch(1_000).addRested(open(b1, 5, 5)).build());
        assertResult(results, b1, OrderStatus.OPEN, 0, 5);
        results.add(PARTITION, batch(2_000).addSales(sale(1, b1, s1, 3, 2, 0)).build());
        assertResult(results, b1, OrderStatus.PARTIALLY_FILLED, 3, 2);
        assertResult(results, s1, OrderStatus.FILLED, 3, 0);
        results.add(PARTITION, batch(3_000).addSales(sale(2, b1, s2, 2, 0, 8)).addRested(open(s2, 10, 8)).build());
        assertResult(results, b1, OrderStatus.FILLED, 5, 0);
        assertThat(found(results, b1).terms()).isEqualTo(OrderResult.Terms.of(open(b1, 5, 5)));
        assertResult(results, s2, OrderStatus.PARTIALLY_FILLED, 2, 8);
        results.add(PARTITION, batch(4_000).addClosed(closed(s2, 10, 8, CloseReason.EXPIRED)).build());
        assertResult(results, s2, OrderStatus.EXPIRED, 2, 8);
        assertThat(found(results, b1).sales()).containsExactly(new OrderSale("apple", 1, 12_300, 3, 2, "seller"),
                new OrderSale("apple", 2, 12_300, 2, 0, "seller"));
        assertThat(found(results, s2).sales()).containsExactly(new OrderSale("apple", 2, 12_300, 2, 8, "buyer"));
    }

    @Test
    void ignoresWhatCameBefore() {
        Results results = fromTheBeginning();
        Batch rested = batch(1_000).addRested(open(b1, 5, 5)).build();
        Batch sold = batch(2_000).addSales(sale(1, b1, s1, 3, 2, 0)).build();
        Batch cancelled = batch(3_000).addClosed(closed(b1, 5, 2, CloseReason.CANCELLED)).build();
        for (Batch each : new Batch[]{rested, sold, sold, rested, sold, cancelled, rested, sold, cancelled}) {
            results.add(PARTITION, each);
        }
        assertResult(results, b1, OrderStatus.CANCELLED, 3, 2);
        assertThat(found(results, b1).sales()).hasSize(1);
        assertThat(results.sales()).isEqualTo(1);
    }

    @Test
    void whatCameWithoutTheBatchBeforeItIsTheDatabasesToTell() {
        Results results = fromTheBeginning();
        Batch rested = batch(1_000).setNumber(1).setPart(1).setParts(1).addRested(open(b1, 10, 10)).build();
        Batch.Builder sold = batch(2_000).setNumber(2).setParts(2);
        Batch one = sold.setPart(1).addSales(sale(1, b1, s1, 3, 7, 0)).build();
        Batch two = sold.setPart(2).clearSales().addSales(sale(2, b1, s2, 4, 3, 0)).build();
        results.add(PARTITION, rested);
        assertThat(results.add(PARTITION, two)).isEqualTo(Arrival.NEWS);
        assertThat(result(results, b1)).isNull();
        assertThat(result(results, s2)).isNull();
        assertThat(results.add(PARTITION, one)).isEqualTo(Arrival.LATE);
        assertThat(results.add(PARTITION, two)).isEqualTo(Arrival.REPEATED);
        assertThat(results.add(PARTITION, one)).isEqualTo(Arrival.REPEATED);
        assertThat(results.add(PARTITION, rested)).isEqualTo(Arrival.REPEATED);
        assertThat(result(results, b1)).isNull();
        assertThat(results.sales()).isEqualTo(2);

        UUID b2 = OrderId.next(PARTITION, 300_000);
        results.add(PARTITION, batch(300_000).setNumber(3).setPart(1).setParts(1).addRested(open(b2, 5, 5)).build());
        assertResult(results, b2, OrderStatus.OPEN, 0, 5);
        Batch fourth = batch(300_500).setNumber(4).setPart(1).setParts(1).build();
        results.add(PARTITION, batch(301_000).setNumber(5).setPart(1).setParts(1).build());
        assertThat(result(results, b2)).isNull();
        assertThat(results.add(PARTITION, two)).isEqualTo(Arrival.REPEATED);
        assertThat(results.add(PARTITION, fourth)).isEqualTo(Arrival.LATE);
        assertThat(results.add(PARTITION, fourth)).isEqualTo(Arrival.REPEATED);
    }

    @Test
    void anIdThatIsUsedAgainIsANewOrders() {
        Results results = fromTheBeginning();
        results.add(PARTITION, batch(1_000).addSales(sale(1, b1, s1, 3, 2, 0)).addRested(open(b1, 5, 2)).build());
        results.add(PARTITION, batch(2_000).addClosed(closed(b1, 5, 2, CloseReason.EXPIRED)).build());
        results.add(PARTITION, batch(3_000).addRested(open(b1, 7, 7)).addRested(open(s1, 4, 4)).build());
        assertResult(results, b1, OrderStatus.OPEN, 0, 7);
        assertThat(found(results, b1).sales()).isEmpty();
        results.add(PARTITION, batch(4_000).addSales(sale(2, b1, s1, 1, 6, 3)).build());
        assertResult(results, b1, OrderStatus.PARTIALLY_FILLED, 1, 6);
        assertResult(results, s1, OrderStatus.PARTIALLY_FILLED, 1, 3);
        assertThat(found(results, s1).sales()).containsExactly(new OrderSale("apple", 2, 12_300, 1, 3, "buyer"));
    }

    @Test
    void ignoresASaleThatAnotherBatchRepeats() {
        Results results = fromTheBeginning();
        results.add(PARTITION, batch(1_000).addSales(sale(1, b1, s1, 3, 2, 0)).addRested(open(b1, 5, 2)).build());
        results.add(PARTITION, batch(1_000).addSales(sale(1, b1, s1, 3, 2, 0)).build());
        assertResult(results, b1, OrderStatus.PARTIALLY_FILLED, 3, 2);
        assertThat(found(results, b1).sales()).hasSize(1);
    }

    @Test
    void doesNotTellHalfAStory() {
        Results results = results("128MB");
        results.add(PARTITION, batch(1_000_000).addSales(sale(9, b1, s1, 3, 0, 0)).build());
        assertThat(result(results, b1)).isNull();
        results.add(PARTITION, batch(1_000_000 + TIMEOUT).addSales(sale(10, s2, s2, 3, 0, 0)).build());
        assertThat(result(results, s2)).isNull();
    }

    @Test
    void tellsTheStoryOfAnOrderThatIsTooYoungToHaveBeenMissed() {
        Results results = results("128MB");
        results.add(PARTITION, batch(1_000_000).build());
        results.add(PARTITION, batch(1_000_001 + TIMEOUT).addSales(sale(9, b1, s1, 3, 0, 0)).build());
        assertResult(results, b1, OrderStatus.FILLED, 3, 0);
    }

    @Test
    void tellsTheStoryOfAnOrderWhoseQuantityAddsUp() {
        Results results = results("128MB");
        results.add(PARTITION, batch(1_000_000).addSales(sale(9, b1, s1, 3, 2, 0)).addRested(open(b1, 5, 2)).build());
        assertResult(results, b1, OrderStatus.PARTIALLY_FILLED, 3, 2);
        assertThat(result(results, s1)).isNull();
        results.add(PARTITION, batch(1_000_001).addClosed(closed(s2, 5, 5, CloseReason.CANCELLED)).build());
        assertResult(results, s2, OrderStatus.CANCELLED, 0, 5);
    }

    @Test
    void doesNotKnowAnOrderThatIsOlderThanTheTimeoutAndThanWhatItRead() {
        Results results = results("128MB");
        results.add(PARTITION, batch(1_000_000).build());
        long later = 1_000_001 + TIMEOUT;
        results.add(PARTITION,
                batch(later).addSales(sale(9, b1, s1, 3, 2, 0)).setOldestAcceptedAt(1_000_000).build());
        assertThat(result(results, b1)).isNull();
        results.add(PARTITION, batch(later).addSales(sale(10, b1, s2, 2, 0, 0)).build());
        assertThat(result(results, b1)).isNull();
        assertResult(results, s2, OrderStatus.FILLED, 2, 0);
    }

    @Test
    void knowsAnOrderThatCameSinceItReadsHoweverOldItIs() {
        Results results = results("128MB");
        results.add(PARTITION, batch(1_000_000).build());
        results.add(PARTITION, batch(1_000_001 + TIMEOUT).addSales(sale(9, b1, s1, 3, 2, 0))
                .setOldestAcceptedAt(1_000_001).build());
        assertResult(results, b1, OrderStatus.PARTIALLY_FILLED, 3, 2);
    }

    @Test
    void ordersCloseBehindTheSalesOfTheirBatchToo() {
        Results results = results("128MB");
        Batch.Builder parts = batch(1_000_000).setParts(2);
        results.add(PARTITION, parts.clone().addClosed(closed(b1, 5, 2, CloseReason.UNFILLED))
                .addClosed(closed(s2, 4, 4, CloseReason.SELF_TRADE)).build());
        assertThat(result(results, b1)).isNull();
        results.add(PARTITION, parts.clone().setPart(2).addSales(sale(1, b1, s1, 3, 2, 0)).build());
        assertResult(results, b1, OrderStatus.CANCELLED, 3, 2);
        assertResult(results, s2, OrderStatus.CANCELLED, 0, 4);
    }

    @Test
    void knowsNothingForSureBehindAGap() {
        Results results = fromTheBeginning();
        results.missed(PARTITION);
        results.add(PARTITION, batch(1_000_000).addSales(sale(9, b1, s1, 3, 0, 0)).build());
        assertThat(result(results, b1)).isNull();
    }

    @Test
    void anOrderThatWasKnownBeforeAGapIsNotKnownBehindIt() {
        Results results = fromTheBeginning();
        results.add(PARTITION, batch(1_000).addRested(open(b1, 5, 5)).build());
        assertResult(results, b1, OrderStatus.OPEN, 0, 5);
        results.missed(PARTITION);
        assertThat(result(results, b1)).isNull();
        results.add(PARTITION, batch(1_000_000).addSales(sale(9, b1, s1, 3, 0, 0)).build());
        assertThat(result(results, b1)).as("2 were sold in the gap").isNull();
        results.add(PARTITION, batch(1_000_001 + TIMEOUT).addSales(sale(10, s2, s2, 3, 0, 0)).build());
        assertResult(results, s2, OrderStatus.FILLED, 3, 0);
    }

    @Test
    void partsOfABatchAddUp() {
        Results results = fromTheBeginning();
        Batch.Builder parts = batch(1_000).setParts(2);
        results.add(PARTITION, parts.clone().addSales(sale(1, b1, s1, 3, 2, 0)).build());
        results.add(PARTITION, parts.clone().setPart(2).addSales(sale(2, b1, s2, 2, 0, 0)).build());
        assertResult(results, b1, OrderStatus.FILLED, 5, 0);
    }

    @Test
    void batchesWithoutCommandsMayFollowEachOther() {
        Results results = fromTheBeginning();
        results.add(PARTITION, batch(1_000).addRested(open(b1, 5, 5)).addRested(open(s1, 5, 5)).build());
        Batch empty = batch(2_000).setLastOffset(nextOffset - 2).build();
        results.add(PARTITION, empty.toBuilder().addClosed(closed(b1, 5, 5, CloseReason.EXPIRED)).build());
        results.add(PARTITION,
                empty.toBuilder().setNow(3_000).addClosed(closed(s1, 5, 5, CloseReason.EXPIRED)).build());
        results.add(PARTITION, empty.toBuilder().setNow(3_000).setLastOffset(nextOffset - 1)
                .addSales(sale(1, s2, s2, 1, 0, 0)).build());
        assertResult(results, b1, OrderStatus.EXPIRED, 0, 5);
        assertResult(results, s1, OrderStatus.EXPIRED, 0, 5);
        assertThat(result(results, s2)).isNotNull();
    }

    @Test
    void keepsTheNewestSalesAndTheSumOfAll() {
        Results results = fromTheBeginning();
        for (int i = 1; i <= 250; i++) {
            results.add(PARTITION,
                    batch(i).addSales(sale(i, b1, OrderId.next(PARTITION, i), 2, 1_000 - 2 * i, 0)).build());
        }
        OrderResult result = found(results, b1);
        assertThat(result.filled()).isEqualTo(500);
        assertThat(result.remaining()).isEqualTo(500);
        assertThat(result.moreSales()).isTrue();
        assertThat(result.sales()).extracting(OrderSale::tradeId).hasSize(100).startsWith(151L).endsWith(250L);
    }

    @Test
    void theOldestMakeRoomAndAreNotToldByHalfWhenTheyTradeAgain() {
        Results results = results("10KB");
        results.listensFromTheBeginning(PARTITION);
        results.add(PARTITION, batch(1_000).addSales(sale(1, b1, s1, 3, 2, 0)).addRested(open(b1, 5, 2)).build());
        for (int i = 0; i < 100; i++) {
            results.add(PARTITION, batch(2_000).addRested(open(OrderId.next(PARTITION, i), 1, 1)).build());
            assertThat(results.bytes()).isBetween(1L, 10_240L);
        }
        assertThat(result(results, b1)).isNull();
        results.add(PARTITION, batch(3_000).addSales(sale(2, b1, s2, 2, 0, 0)).build());
        assertThat(result(results, b1)).isNull();
        long later = 3_000 + TIMEOUT;
        UUID b2 = OrderId.next(PARTITION, later);
        results.add(PARTITION, batch(later).addSales(sale(3, b2, OrderId.next(PARTITION, later), 1, 0, 0)).build());
        assertResult(results, b2, OrderStatus.FILLED, 1, 0);
    }

    @Test
    void ordersThatAreDoneMakeRoomAndHideNoOther() {
        Results results = results("10KB");
        results.listensFromTheBeginning(PARTITION);
        for (int i = 0; i < 100; i++) {
            results.add(PARTITION, batch(1_000)
                    .addClosed(closed(OrderId.next(PARTITION, i), 1, 1, CloseReason.CANCELLED)).build());
        }
        results.add(PARTITION, batch(1_001).addSales(sale(1, b1, s1, 3, 0, 0)).build());
        assertResult(results, b1, OrderStatus.FILLED, 3, 0);
    }

    /** Number, part and parts of a batch, and of what comes next. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            1, 1, 1, 2, 1, 2, true
            1, 1, 1, 2, 2, 2, false
            1, 1, 1, 3, 1, 1, false
            2, 1, 2, 2, 2, 2, true
            2, 1, 3, 2, 3, 3, false
            2, 1, 2, 3, 1, 1, false
            2, 2, 2, 3, 1, 1, true
            2, 2, 2, 3, 2, 2, false
            """)
    void onlyWhatFollowsIsWhole(long number, int part, int parts, long nextNumber, int nextPart, int nextParts,
            boolean follows) {
        Results results = fromTheBeginning();
        results.add(PARTITION, batch(1_000).setNumber(number).setPart(part).setParts(parts)
                .addRested(open(b1, 5, 5)).build());
        results.add(PARTITION, batch(1_001).setNumber(nextNumber).setPart(nextPart).setParts(nextParts)
                .addSales(sale(1, s2, s1, 3, 0, 0)).build());
        assertThat(result(results, b1) != null).as("was not told of in between").isEqualTo(follows);
        assertThat(result(results, s1) != null).as("was not told of before").isEqualTo(follows);
    }

    @Test
    void theLastPartOfABatchTellsUpToItsMoment() {
        Results results = fromTheBeginning();
        Batch.Builder parts = batch(1_000).setParts(2);
        results.add(PARTITION, parts.clone().build());
        assertThat(results.find(b1, 0).storedMillis()).isEqualTo(999);
        results.add(PARTITION, parts.clone().setPart(2).build());
        assertThat(results.find(b1, 0).storedMillis()).isEqualTo(1_000);
    }

    @Test
    void whatNeitherRestedNorClosedIsToldByItsSales() {
        Results results = fromTheBeginning();
        results.add(PARTITION, batch(1_000).addSales(sale(1, b1, s1, 3, 2, 0)).addSales(sale(2, b1, s2, 2, 0, 0))
                .build());
        assertThat(found(results, b1).terms()).isEqualTo(OrderResult.Terms.ofSale(Side.BUY, "apple", "buyer", 5));
        assertThat(found(results, s2).terms()).isEqualTo(OrderResult.Terms.ofSale(Side.SELL, "apple", "seller", 2));
    }

    @Test
    void theDatabaseIsNotAskedForWhatWouldBeHere() {
        Results results = fromTheBeginning();
        UUID young = OrderId.next(PARTITION, 99_000);
        assertThat(asksDatabase(results, young, 100_000)).isFalse();
        assertThat(asksDatabase(results, young, 109_000)).as("old").isTrue();
        assertThat(asksDatabase(results, OrderId.next(PARTITION, 102_000), 100_000)).as("of the future").isTrue();
        assertThat(asksDatabase(results, OrderId.ofClient(PARTITION, "sue", "apple", "1"), 100_000)).as("of no time")
                .isTrue();
        assertThat(asksDatabase(results, OrderId.next(PARTITION + 1, 99_000), 100_000)).as("of a log not read")
                .isTrue();

        results.missed(PARTITION);
        assertThat(asksDatabase(results, young, 100_000)).as("perhaps missed").isTrue();
        results.add(PARTITION, batch(98_500).addRested(open(b1, 5, 5)).build());
        assertThat(asksDatabase(results, young, 100_000)).as("perhaps missed, as clocks differ").isTrue();
        assertThat(asksDatabase(results, OrderId.next(PARTITION, 99_600), 100_000)).isFalse();
    }

    @Test
    void theDatabaseIsAskedForWhatMadeRoom() {
        Results results = results("1KB");
        results.listensFromTheBeginning(PARTITION);
        UUID young = OrderId.next(PARTITION, 99_000);
        UUID younger = OrderId.next(PARTITION, 99_900);
        for (int i = 1; i <= 100; i++) {
            results.add(PARTITION, batch(98_500).addSales(sale(i, i == 1 ? young : OrderId.next(PARTITION, i),
                    OrderId.next(PARTITION, i), 1, 0, 0)).build());
        }
        assertThat(result(results, young)).isNull();
        assertThat(asksDatabase(results, young, 100_000)).isTrue();
        assertThat(asksDatabase(results, younger, 100_000)).isFalse();
    }

    @Test
    void countsTheMemoryThatItGivesBack() {
        Results results = results("1KB");
        for (int i = 1; i <= 1_000; i++) {
            results.add(PARTITION, batch(i)
                    .addSales(sale(i, OrderId.next(PARTITION, i), OrderId.next(PARTITION, i), 1, 0, 0)).build());
        }
        assertThat(results.bytes()).isBetween(1L, 1_024L);
        assertThat(results.size()).isBetween(1, 5);
    }

    private static Results fromTheBeginning() {
        Results results = results("128MB");
        results.listensFromTheBeginning(PARTITION);
        return results;
    }

    private static Results results(String size) {
        Binder binder = new Binder(
                new MapConfigurationPropertySource(Map.of("trading.gateway.results-cache-size", size)));
        return new Results(binder.bindOrCreate("trading.gateway", ResultProperties.class), new SimpleMeterRegistry());
    }

    private static OrderResult found(Results results, UUID orderId) {
        return Objects.requireNonNull(result(results, orderId));
    }

    private static @Nullable OrderResult result(Results results, UUID orderId) {
        return results.find(orderId, 0).result();
    }

    private static boolean asksDatabase(Results results, UUID orderId, long nowMillis) {
        return results.find(orderId, nowMillis).databaseMayKnow();
    }

    private static void assertResult(Results results, UUID orderId, OrderStatus status, long filled, long remaining) {
        OrderResult result = found(results, orderId);
        assertThat(result.status()).isEqualTo(status);
        assertThat(result.filled()).isEqualTo(filled);
        assertThat(result.remaining()).isEqualTo(remaining);
    }

    private Batch.Builder batch(long now) {
        long offset = nextOffset++;
        return Batch.newBuilder().setRulesVersion(1).setFirstOffset(offset).setLastOffset(offset).setNow(now)
                .setTimeoutMillis(TIMEOUT).setPart(1).setParts(1);
    }

    private static Sale sale(long tradeId, UUID buyer, UUID seller, long quantity, long buyerRemaining,
            long sellerRemaining) {
        return Sale.newBuilder().setProductId("apple").setTradeId(tradeId)
                .setPurchaseOrderIdHigh(buyer.getMostSignificantBits())
                .setPurchaseOrderIdLow(buyer.getLeastSignificantBits())
                .setSalesOrderIdHigh(seller.getMostSignificantBits())
                .setSalesOrderIdLow(seller.getLeastSignificantBits())
                .setBuyer("buyer").setSeller("seller").setPrice(12_300).setQuantity(quantity)
                .setPurchaseOrderRemaining(buyerRemaining).setSalesOrderRemaining(sellerRemaining).build();
    }

    private static OpenOrder open(UUID id, long quantity, long remaining) {
        return OpenOrder.newBuilder().setOrderIdHigh(id.getMostSignificantBits())
                .setOrderIdLow(id.getLeastSignificantBits()).setSide(Side.BUY).setProductId("apple").setUserId("u")
                .setQuantity(quantity).setRemaining(remaining).build();
    }

    private static ClosedOrder closed(UUID id, long quantity, long remaining, CloseReason reason) {
        return ClosedOrder.newBuilder().setOrder(open(id, quantity, remaining)).setReason(reason).build();
    }
}
