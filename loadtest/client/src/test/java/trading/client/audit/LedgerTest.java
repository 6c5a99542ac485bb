package trading.client.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trading.market.Batch;
import trading.market.CancelOrder;
import trading.market.ClosedOrder;
import trading.market.Command;
import trading.market.Market;
import trading.market.OpenOrder;
import trading.market.Outcome;
import trading.market.PlaceOrder;
import trading.market.Sale;
import trading.market.SelfTrades;
import trading.market.Side;
import trading.market.TimeInForce;

/** What the books say of batches, without anything that trades them again beside it. */
class LedgerTest {

    private static final Logger log = LoggerFactory.getLogger(LedgerTest.class);

    private static final long NOON = 1_800_000_000_000L;
    private static final long TIMEOUT = 60_000;
    private static final List<SelfTrades.Rule> RULES = List.of(SelfTrades.Rule.values());
    private static final int MARKETS = 200;
    private static final int BATCHES = 40;

    private final Findings findings = new Findings(100);
    private final Ledger ledger = new Ledger(findings.in(0, Findings.Kind.INVARIANT), new Counts());
    private final PlaceOrder cheap = order(0, Side.SELL, 3, 10_000);
    private final PlaceOrder dear = order(1, Side.SELL, 3, 11_000);
    private final PlaceOrder first = order(2, Side.BUY, 3, PlaceOrder.ANY_PRICE);
    private final PlaceOrder second = order(3, Side.BUY, 3, PlaceOrder.ANY_PRICE);

    @Test
    void whatTheMarketDoesIsAsItMustBe() {
        long seed = Long.getLong("trading.seed", System.nanoTime());
        log.info("seed {} (-Dtrading.seed)", seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < MARKETS; i++) {
            Ledger books = new Ledger(findings.in(i, Findings.Kind.INVARIANT), new Counts());
            trade(books, random.split());
            assertThat(findings.first()).isEmpty();
        }
    }

    private static void trade(Ledger books, SplittableRandom random) {
        Market market = new Market();
        SelfTrades selfTrades = new SelfTrades(
                RULES.get(random.nextInt(RULES.size())),
                new TreeMap<>());
        List<PlaceOrder> placed = new ArrayList<>();
        long now = NOON;
        for (int i = 0; i < BATCHES; i++) {
            now += random.nextInt(20_000);
            List<Command> commands = new ArrayList<>();
            for (int j = random.nextInt(12); j > 0; j--) {
                if (!placed.isEmpty() && random.nextInt(8) == 0) {
                    PlaceOrder one = placed.get(random.nextInt(placed.size()));
                    commands.add(new CancelOrder(one.orderId(), one.userId()));
                } else {
                    PlaceOrder one = new PlaceOrder(placed.size(), orderId(random),
                            random.nextBoolean() ? Side.BUY : Side.SELL,
                            "p" + random.nextInt(4), "u" + random.nextInt(3), 1 + random.nextInt(5),
                            1 + random.nextInt(4), now, random.nextInt(4) == 0 ? TimeInForce.IOC : TimeInForce.TIMEOUT,
                            0);
                    placed.add(one);
                    commands.add(one);
                }
            }
            Batch batch = new Batch(now, TIMEOUT, 0, Integer.MAX_VALUE, Integer.MAX_VALUE, 1 + random.nextInt(3),
                    selfTrades, commands);
            Outcome outcome = market.trade(batch);
            books.take(published(batch, outcome.closed(), outcome.sales(), outcome.rested()), commands);
        }
    }

    @Test
    void whoSellsDearerHasToWait() {
        take(List.of(cheap, dear, first), sale(1, first, dear));
        assertFound("sale p0 1, sales order " + dear.orderId() + ": sold (expected: " + cheap.orderId());
    }

    @Test
    void whoComesLaterHasToWait() {
        take(List.of(cheap, first, second), sale(1, second, cheap));
        assertFound("sale p0 1, purchase order " + second.orderId() + ": bought (expected: " + first.orderId());
    }

    @Test
    void whoHadHisTurnHasToWaitForTheNextSession() {
        PlaceOrder eager = order(2, Side.BUY, 6, PlaceOrder.ANY_PRICE);
        take(List.of(cheap, dear, eager, second), sale(1, eager, cheap, 3), sale(2, eager, dear, 0));
        assertFound("sale p0 2, purchase order " + eager.orderId() + ": bought (expected: " + second.orderId());
    }

    @Test
    void pricesThatMeetMakeASale() {
        take(List.of(cheap, first));
        assertFound("purchase order " + first.orderId() + " and sales order " + cheap.orderId()
                + ": both open (expected: a sale");
    }

    @Test
    void anOrderIsInTheLogOnce() {
        take(List.of(cheap, first), sale(1, first, cheap));
        assertThat(findings.first()).isEmpty();
        PlaceOrder again = new PlaceOrder(4, first.orderId(), first.side(), first.productId(), first.userId(),
                first.quantity(), first.price(), NOON, first.timeInForce(), 0);
        take(List.of(again));
        assertFound("order " + first.orderId() + ": in the log again");
    }

    @Test
    void aBatchIsNotBeforeItsOrders() {
        Batch batch = batch(NOON - 1, List.of(cheap));
        ledger.take(published(batch, List.of(), List.of(), List.of(open(cheap))), List.of(cheap));
        assertFound("now: " + (NOON - 1) + " (expected: from " + NOON);
    }

    private void take(List<Command> commands, Sale... sales) {
        ledger.take(published(batch(NOON, commands), List.of(), List.of(sales), rested(commands, sales)), commands);
    }

    private static List<OpenOrder> rested(List<Command> commands, Sale... sales) {
        List<OpenOrder> rested = new ArrayList<>();
        for (Command command : commands) {
            PlaceOrder order = (PlaceOrder) command;
            long remaining = order.quantity();
            for (Sale sale : sales) {
                if (sale.purchaseOrderId().equals(order.orderId()) || sale.salesOrderId().equals(order.orderId())) {
                    remaining -= sale.quantity();
                }
            }
            if (remaining > 0) {
                rested.add(open(order).withRemaining(remaining));
            }
        }
        return rested;
    }

    private void assertFound(String finding) {
        assertThat(findings.first()).extracting(Findings.Finding::toString)
                .anySatisfy(one -> assertThat(one).contains(finding));
    }

    private static Batch batch(long nowMillis, List<Command> commands) {
        return Batch.unbounded(nowMillis, TIMEOUT, 0, commands);
    }

    private static PublishedBatch published(Batch batch, List<ClosedOrder> closed, List<Sale> sales,
            List<OpenOrder> rested) {
        return new PublishedBatch(0, 1, 1, 0, 0, 0, batch.nowMillis(), batch.timeoutMillis(),
                batch.idempotencyWindowMillis(), batch.maxOpenOrders(), batch.maxGtcOrders(), batch.maxProducts(),
                batch.selfTrades(), 0,
                closed, sales, rested);
    }

    private static Sale sale(long tradeId, PlaceOrder purchaseOrder, PlaceOrder salesOrder) {
        return sale(tradeId, purchaseOrder, salesOrder, 0);
    }

    private static Sale sale(long tradeId, PlaceOrder purchaseOrder, PlaceOrder salesOrder,
            long purchaseOrderRemaining) {
        return new Sale("p0", tradeId, purchaseOrder.orderId(), salesOrder.orderId(), purchaseOrder.userId(),
                salesOrder.userId(), salesOrder.price(), salesOrder.quantity(), purchaseOrderRemaining, 0);
    }

    private static PlaceOrder order(long offset, Side side, long quantity, long price) {
        return new PlaceOrder(offset, new UUID(0x7000L, offset), side, "p0", "u" + offset, quantity, price, NOON,
                TimeInForce.TIMEOUT, 0);
    }

    private static OpenOrder open(PlaceOrder order) {
        return new OpenOrder(order.offset(), order.orderId(), order.side(), order.productId(), order.userId(),
                order.quantity(), order.quantity(), order.price(), order.acceptedAtMillis(), order.timeInForce(),
                order.expiresAtMillis());
    }

    /** As a gateway makes one. */
    private static UUID orderId(SplittableRandom random) {
        return new UUID((random.nextLong() & ~0xF000L) | 0x7000L, random.nextLong());
    }
}
