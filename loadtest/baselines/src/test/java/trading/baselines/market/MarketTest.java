package trading.baselines.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import trading.market.Batch;
import trading.market.PlaceOrder;

/** The same sales from the same orders: a run of the scanned market is a batch of the pipeline's. */
class MarketTest {

    private static final long TIMEOUT_MILLIS = 50;
    private static final int RUNS = 3_000;
    private static final int PRODUCTS = 4;

    private final Market scanned = new Market(TIMEOUT_MILLIS, Map.of());
    private final trading.market.Market pipeline = new trading.market.Market();

    @Test
    void tradesAsThePipelineDoes() {
        long seed = Long.getLong("trading.seed", ThreadLocalRandom.current().nextLong(1_000_000));
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        long nowMillis = 1_000_000;
        long orders = 0;
        long sales = 0;
        for (int run = 0; run < RUNS; run++) {
            nowMillis += random.nextInt(20);
            List<Order> arrived = new ArrayList<>();
            for (int i = random.nextInt(6); i > 0; i--) {
                arrived.add(order(orders++, random, nowMillis - random.nextInt(10)));
            }
            List<String> expected = pipelinesSales(arrived, nowMillis);
            arrived.forEach(scanned::add);
            scanned.expire(nowMillis);
            List<String> actual = scanned.trade(nowMillis).stream().map(MarketTest::told).sorted().toList();
            assertThat(actual).as("run %d of seed %d", run, seed).isEqualTo(expected);
            sales += actual.size();
        }
        assertThat(sales).as("sales of %d orders", orders).isGreaterThan(RUNS / 2);
    }

    @Test
    void goesOnFromTheLastTradeId() {
        Market later = new Market(TIMEOUT_MILLIS, Map.of("apple", 7L));
        later.add(new Order(new UUID(0, 1), Side.SELL, "apple", "sue", 2, 10, 0));
        later.add(new Order(new UUID(0, 2), Side.BUY, "apple", "bob", 2, Order.ANY_PRICE, 0));
        assertThat(later.trade(0)).singleElement().extracting(Sale::tradeId).isEqualTo(8L);
    }

    private List<String> pipelinesSales(List<Order> arrived, long nowMillis) {
        List<trading.market.Command> commands = new ArrayList<>();
        for (Order order : arrived) {
            commands.add(new PlaceOrder(order.id().getLeastSignificantBits(), order.id(),
                    trading.market.Side.valueOf(order.side().name()), order.productId(), order.userId(),
                    order.quantity(), order.price(), order.acceptedAtMillis()));
        }
        return pipeline.trade(Batch.unbounded(nowMillis, TIMEOUT_MILLIS, 0, commands)).sales().stream()
                .map(MarketTest::told).sorted().toList();
    }

    private static Order order(long number, SplittableRandom random, long acceptedAtMillis) {
        Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
        long price = side == Side.BUY && random.nextInt(8) == 0 ? Order.ANY_PRICE : 1 + random.nextInt(10);
        return new Order(new UUID(0, number), side, "product-" + random.nextInt(PRODUCTS), "user-" + random.nextInt(5),
                1 + random.nextInt(10), price, acceptedAtMillis);
    }

    private static String told(Sale sale) {
        return told(sale.productId(), sale.tradeId(), sale.purchaseOrder().id(), sale.salesOrder().id(), sale.price(),
                sale.quantity(), sale.purchaseOrderRemaining(), sale.salesOrderRemaining());
    }

    private static String told(trading.market.Sale sale) {
        return told(sale.productId(), sale.tradeId(), sale.purchaseOrderId(), sale.salesOrderId(), sale.price(),
                sale.quantity(), sale.purchaseOrderRemaining(), sale.salesOrderRemaining());
    }

    private static String told(String productId, long tradeId, UUID purchaseOrder, UUID salesOrder, long price,
            long quantity, long purchaseOrderRemaining, long salesOrderRemaining) {
        return "%s %06d: %s buys from %s %d @%d, left %d and %d".formatted(productId, tradeId, purchaseOrder,
                salesOrder, quantity, price, purchaseOrderRemaining, salesOrderRemaining);
    }
}
