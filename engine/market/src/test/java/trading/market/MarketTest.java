package trading.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The trading rules, one day at the market each. */
class MarketTest {

    @Test
    void buyerPaysTheSellersPrice() {
        TradingDay.goes("""
                sell S1 apple 5 @1.20
                buy B1 apple 3 @1.50
                => B1 S1 3 @1.20
                open S1 2
                buy B2 apple 2 @1.20
                => B2 S1 2 @1.20
                open nothing
                """);
    }

    @Test
    void buyerWithoutALimitPaysAnyPrice() {
        TradingDay.goes("""
                buy B1 apple 3
                => nothing
                sell S1 apple 5 @9999999999999999.99
                => B1 S1 3 @9999999999999999.99
                open S1 2
                """);
    }

    @Test
    void cheapestSellerSellsFirstAndTheOldestAmongEquals() {
        TradingDay.goes("""
                sell S1 apple 1 @1.30
                sell S2 apple 1 @1.20
                sell S3 apple 1 @1.10
                sell S4 apple 1 @1.20
                => nothing
                buy B1 apple 1
                => B1 S3 1 @1.10
                buy B2 apple 1
                buy B3 apple 1
                buy B4 apple 1
                => B2 S2 1 @1.20
                => B3 S4 1 @1.20
                => B4 S1 1 @1.30
                """);
    }

    @Test
    void firstBuyerComesFirstWhateverTheirLimits() {
        TradingDay.goes("""
                buy B1 apple 1 @1.20
                buy B2 apple 1 @9.00
                buy B3 apple 1
                => nothing
                sell S1 apple 2 @1.20
                => B1 S1 1 @1.20
                => B2 S1 1 @1.20
                open B3 1
                """);
    }

    @Test
    void buyersWhoWantMoreWaitUntilEveryoneHadATurn() {
        TradingDay.goes("""
                sell S1 apple 2 @1.00
                sell S2 apple 2 @1.10
                sell S3 apple 2 @1.20
                sell S4 apple 9 @1.30
                buy B1 apple 5
                buy B2 apple 3
                => B1 S1 2 @1.00
                => B2 S2 2 @1.10
                => B1 S3 2 @1.20
                => B2 S4 1 @1.30
                => B1 S4 1 @1.30
                open S4 7
                """);
    }

    @Test
    void buyerWhomThePriceIsTooHighStepsAsideForTheNext() {
        TradingDay.goes("""
                buy B1 apple 1 @1.00
                buy B2 apple 1 @2.00
                sell S1 apple 1 @1.50
                => B2 S1 1 @1.50
                open B1 1
                """);
    }

    @Test
    void sellersWhoSellOutRaiseThePriceWithinASession() {
        TradingDay.goes("""
                sell S1 apple 1 @1.00
                sell S2 apple 1 @2.00
                buy B1 apple 1 @1.50
                buy B2 apple 1 @1.50
                buy B3 apple 1 @2.50
                => B1 S1 1 @1.00
                => B3 S2 1 @2.00
                open B2 1
                """);
    }

    @Test
    void productsDoNotMix() {
        TradingDay.goes("""
                sell S1 apple 1 @1.00
                buy B1 Apple 1
                buy B2 pear 1
                => nothing
                open S1 1, B1 1, B2 1
                """);
    }

    @Test
    void userMayTradeWithThemselves() {
        TradingDay.goes("""
                sell S1 apple 1 @1.00 by ann
                buy B1 apple 1 by ann
                => B1 S1 1 @1.00
                """);
    }

    @Test
    void cancelClosesWhatRemains() {
        TradingDay.goes("""
                sell S1 apple 5 @1.00
                buy B1 apple 3
                => B1 S1 3 @1.00
                cancel S1
                buy B2 apple 1
                => cancelled S1 2
                open B2 1
                """);
    }

    @Test
    void cancelCountsFromTheOwnerOnlyAndFromWhenItCame() {
        TradingDay.goes("""
                cancel S1
                sell S1 apple 5 @1.00
                cancel S1 by thief
                cancel S9
                => nothing
                sell S2 apple 5 @1.00
                cancel S2
                cancel S2
                => cancelled S2 5
                open S1 5
                """);
    }

    @Test
    void ordersExpireAfterTheTimeoutSellersFirst() {
        TradingDay.goes("""
                buy B1 apple 1 @1.00
                sell S1 apple 1 @2.00
                wait 1ms
                buy B2 apple 1 @1.00
                sell S2 apple 1 @2.00
                => nothing
                wait 60s
                => expired S1 1
                => expired B1 1
                wait 1ms
                => expired S2 1
                => expired B2 1
                open nothing
                """);
    }

    @Test
    void expiredOrdersNeverTrade() {
        TradingDay.goes("""
                sell S1 apple 2 @1.00 of 61s ago
                buy B1 apple 1
                => expired S1 2
                wait 61s
                sell S2 apple 2 @1.00
                => expired B1 1
                open S2 2
                """);
    }

    @Test
    void expiryGoesByAgeAndItsOrderByArrival() {
        TradingDay.goes("""
                buy B1 apple 1 @1.00 of 10s ago
                buy B2 apple 1 @1.00 of 30s ago
                buy B3 apple 1 @1.00
                buy B4 apple 1 @1.00 of 20s ago
                => nothing
                wait 31s
                => expired B2 1
                wait 20s
                => expired B1 1
                => expired B4 1
                open B3 1
                """);
    }

    @Test
    void knownIdsAreIgnoredWhateverTheyCarry() {
        TradingDay.goes("""
                sell S1 apple 2 @1.00
                buy S1 pear 7
                => nothing
                open S1 2
                buy B1 apple 2
                => B1 S1 2 @1.00
                sell S1 apple 2 @1.00
                buy B1 apple 2
                => nothing
                sell S2 apple 1 @1.00
                cancel S2
                sell S2 apple 1 @1.00
                => cancelled S2 1
                open nothing
                """);
    }

    @Test
    void idsAreForgottenAfterTheWindow() {
        TradingDay.goes("""
                sell S1 apple 2 @1.00
                buy B1 apple 2
                => B1 S1 2 @1.00
                wait 600s
                sell S1 apple 2 @1.00
                => nothing
                open nothing
                restart
                sell S1 apple 2 @1.00
                => nothing
                open nothing
                wait 1ms
                sell S1 apple 2 @1.00
                => nothing
                open S1 2
                """);
    }

    @Test
    void idsOfTheGatewayAreForgottenAtOnce() {
        TradingDay.goes("""
                sell s1 apple 2 @1.00
                sell s1 apple 9 @1.00
                buy b1 apple 2
                => b1 s1 2 @1.00
                sell s1 apple 2 @1.00
                => nothing
                open s1 2
                """);
    }

    @Test
    void ordersAreRejectedWhileTooManyAreOpen() {
        Market market = new Market();
        Outcome full = market.trade(ofOpenOrders(2, 0, sell(0, "apple", 2), sell(1, "pear", 1), buy(2, "apple", 2)));

        assertThat(full.closed()).singleElement().satisfies(closed -> {
            assertThat(closed.order().offset()).isEqualTo(2);
            assertThat(closed.order().remaining()).isEqualTo(2);
            assertThat(closed.reason()).isEqualTo(ClosedOrder.Reason.MAX_OPEN_ORDERS);
        });
        assertThat(full.sales()).isEmpty();
        assertThat(market.trade(ofOpenOrders(3, 1, buy(3, "apple", 2))).sales()).hasSize(1);
    }

    @Test
    void aRejectedOrderSaysTheFirstBoundThatItBreaks() {
        Market market = new Market();
        Command first = sell(0, "apple", 2);
        market.trade(new Batch(0, 60_000, 600_000, 1, 0, 1, SelfTrades.ALLOWED, List.of(first)));
        assertThat(reasons(market, 1, lasting(1, TimeInForce.GTC, 0)))
                .containsExactly(ClosedOrder.Reason.MAX_OPEN_ORDERS);
        assertThat(reasons(market, 2, lasting(2, TimeInForce.GTC, 0)))
                .containsExactly(ClosedOrder.Reason.MAX_GTC_ORDERS);
        assertThat(reasons(market, 2, sell(3, "plum", 1))).containsExactly(ClosedOrder.Reason.MAX_PRODUCTS);
    }

    /** Why orders close where so many may be open, none good till cancelled, and of one product. */
    private static List<ClosedOrder.Reason> reasons(Market market, int maxOpenOrders, Command order) {
        return market
                .trade(new Batch(0, 60_000, 600_000, maxOpenOrders, 0, 1, SelfTrades.ALLOWED, List.of(order)))
                .closed().stream().map(ClosedOrder::reason).toList();
    }

    private static Batch ofOpenOrders(int maxOpenOrders, long nowMillis, Command... commands) {
        return new Batch(nowMillis, 60_000, 600_000, maxOpenOrders, Integer.MAX_VALUE, Integer.MAX_VALUE,
                SelfTrades.ALLOWED, List.of(commands));
    }

    @Test
    void ordersForFurtherProductsAreRejectedWhileThereAreTooMany() {
        Market market = new Market();
        assertThat(
                rejected(market.trade(ofTwoProducts(0, sell(0, "apple", 2), sell(1, "pear", 1), sell(2, "plum", 1)))))
                .containsExactly(2L);
        assertThat(rejected(market.trade(ofTwoProducts(1, buy(3, "apple", 2), sell(4, "apple", 1))))).isEmpty();
        assertThat(rejected(market.trade(ofTwoProducts(70_000, sell(5, "plum", 1))))).containsExactly(5L);
        assertThat(rejected(market.trade(ofTwoProducts(70_000, sell(6, "plum", 1), sell(7, "fig", 1)))))
                .containsExactly(7L);
    }

    private static Batch ofTwoProducts(long nowMillis, Command... commands) {
        return new Batch(nowMillis, 60_000, 600_000, Integer.MAX_VALUE, Integer.MAX_VALUE, 2, SelfTrades.ALLOWED,
                List.of(commands));
    }

    private static List<Long> rejected(Outcome outcome) {
        return outcome.closed().stream().filter(closed -> closed.reason() == ClosedOrder.Reason.MAX_PRODUCTS)
                .map(closed -> closed.order().offset()).toList();
    }

    @Test
    void anOrderGoodTillATimeExpiresThenAndNotBefore() {
        TradingDay.goes("""
                sell S1 apple 5 @1.20 until 90s
                sell S2 apple 5 @1.20 until 5s
                buy B1 pear 1 until 5s
                => nothing
                wait 4999ms
                => nothing
                wait 1ms
                => expired S2 5
                => expired B1 1
                wait 84999ms
                => nothing
                restart
                wait 1ms
                => expired S1 5
                open nothing
                """);
    }

    @Test
    void whatComesAfterItsOwnTimeNeverTrades() {
        TradingDay.goes("""
                sell S1 apple 5 @1.20
                buy B1 apple 5 until 0s
                => expired B1 5
                open S1 5
                """);
    }

    @Test
    void ordersExpireByArrivalWhateverTheirTimeInForce() {
        TradingDay.goes("""
                sell S1 apple 1 @1.20 until 60001ms
                sell S2 apple 1 @1.20
                buy B1 apple 1 @1.00 until 10s
                sell S3 apple 1 @1.20 until 30s
                sell S4 apple 1 @1.20 gtc
                buy B2 apple 1 @1.00
                => nothing
                wait 60001ms
                => expired S1 1
                => expired S2 1
                => expired S3 1
                => expired B1 1
                => expired B2 1
                open S4 1
                """);
    }

    @Test
    void anOrderGoodTillCancelledNeverExpires() {
        TradingDay.goes("""
                sell S1 apple 5 @1.20 of 70s ago gtc
                => nothing
                wait 1000000s
                => nothing
                restart
                buy B1 apple 2
                => B1 S1 2 @1.20
                open S1 3
                cancel S1
                => cancelled S1 3
                """);
    }

    @Test
    void aUserHasSoManyOrdersGoodTillCancelledOfAProductAndNoMore() {
        TradingDay.goes("""
                sell S1 apple 1 @1.20 by sue gtc
                sell S2 apple 1 @1.20 by sue gtc
                sell S3 apple 1 @1.20 by sue
                sell S4 pear 1 @1.20 by sue gtc
                sell S5 apple 1 @1.20 by sam gtc
                => nothing
                restart
                buy B1 apple 9 @1.00 by sue gtc
                => too many gtc B1 9
                cancel S2 by sue
                => cancelled S2 1
                buy B2 apple 9 @1.00 by sue gtc
                => nothing
                open S1 1, S3 1, S4 1, S5 1, B2 9
                """);
    }

    @Test
    void whatIsLeftOfAnImmediateOrderIsClosed() {
        TradingDay.goes("""
                sell S1 apple 2 @1.20
                buy B1 apple 5 @1.20 ioc
                => unfilled B1 3
                => B1 S1 2 @1.20
                open nothing
                sell S2 apple 1 @1.20 ioc
                => unfilled S2 1
                buy B2 apple 3
                buy B3 pear 1 ioc
                sell S3 apple 5 @1.20 ioc
                buy B4 apple 2 ioc
                => unfilled B3 1
                => B2 S3 3 @1.20
                => B4 S3 2 @1.20
                open nothing
                """);
    }

    @Test
    void anImmediateOrderThatComesTooLateNeverTrades() {
        TradingDay.goes("""
                sell S1 apple 2 @1.20
                buy B1 apple 2 of 61s ago ioc
                => expired B1 2
                open S1 2
                """);
    }

    @Test
    void ordersOfTheSameUserTradeUnlessTheirProductForbidsIt() {
        TradingDay.goes("""
                self-trades CLOSE_BOTH pear NONE
                sell S1 pear 2 @1.20 by ann
                buy B1 pear 1 by ann
                sell S2 apple 2 @1.20 by ann
                buy B2 apple 1 by ann
                => self-trade S2 2
                => self-trade B2 1
                => B1 S1 1 @1.20
                open S1 1
                """);
    }

    @Test
    void theOlderOfTwoOrdersOfTheSameUserIsClosed() {
        TradingDay.goes("""
                self-trades CLOSE_OLDER
                sell S1 apple 2 @1.10 by ann
                sell S2 apple 2 @1.20
                buy B1 apple 3 by ann
                => self-trade S1 2
                => B1 S2 2 @1.20
                restart
                sell S3 apple 4 @1.00 by ann
                buy B2 apple 1
                => self-trade B1 1
                => B2 S3 1 @1.00
                open S3 3
                """);
    }

    @Test
    void theNewerOfTwoOrdersOfTheSameUserIsClosed() {
        TradingDay.goes("""
                self-trades CLOSE_NEWER
                sell S1 apple 2 @1.10 by ann
                sell S2 apple 2 @1.20
                buy B1 apple 3 by ann
                buy B2 apple 3
                => self-trade B1 3
                => B2 S1 2 @1.10
                => B2 S2 1 @1.20
                open S2 1
                """);
    }

    @Test
    void onlyOrdersThatMeetAreSelfTrades() {
        TradingDay.goes("""
                self-trades CLOSE_BOTH
                sell S1 apple 1 @1.00
                sell S2 apple 1 @1.50 by ann
                buy B1 apple 1 @1.20 by ann
                buy B2 apple 1 @1.20 by ann
                => B1 S1 1 @1.00
                open S2 1, B2 1
                """);
    }

    @Test
    void aBuyerWhoseOwnOfferIsClosedKeepsTheirTurn() {
        TradingDay.goes("""
                self-trades CLOSE_OLDER
                sell S1 apple 1 @1.00 by ann
                sell S2 apple 1 @1.10
                sell S3 apple 1 @1.20
                buy B1 apple 2 by ann
                buy B2 apple 1
                => self-trade S1 1
                => B1 S2 1 @1.10
                => B2 S3 1 @1.20
                open B1 1
                """);
    }

    @Test
    void anotherMarketGoesOnFromTheOutcomes() {
        TradingDay.goes("""
                sell S1 apple 5 @1.20
                sell S2 apple 5 @1.10
                buy B1 apple 6 @1.20
                buy B2 pear 1
                => B1 S2 5 @1.10
                => B1 S1 1 @1.20
                restart
                open S1 4, B2 1
                buy B1 apple 6 @1.20
                buy B3 apple 5 @1.20
                => B3 S1 4 @1.20
                restart
                sell S3 apple 1 @1.10
                => B3 S3 1 @1.10
                wait 61s
                => expired B2 1
                open nothing
                """);
    }

    @Test
    void salesOfAProductAreNumberedWithoutGapsAcrossRestarts() {
        Market market = new Market();
        market.restoreLastTradeId("apple", 41);
        List<Sale> sales = market.trade(batch(1, sell(0, "apple", 2), buy(1, "apple", 1), buy(2, "apple", 1),
                sell(3, "pear", 1), buy(4, "pear", 1))).sales();
        assertThat(sales).extracting(Sale::productId, Sale::tradeId).containsExactly(
                tuple("apple", 42L), tuple("apple", 43L),
                tuple("pear", 1L));
    }

    @Test
    void tellsWhatACopyMustChange() {
        Market market = new Market();
        Outcome first = market.trade(batch(1, sell(0, "apple", 2), sell(1, "apple", 5), buy(2, "apple", 1)));
        assertThat(first.rested()).extracting(OpenOrder::offset, OpenOrder::remaining)
                .containsExactly(tuple(0L, 1L), tuple(1L, 5L));
        assertThat(first.changed()).isEmpty();
        assertThat(first.gone()).isEmpty();
        assertThat(first.lastTradeIds()).containsOnly(Map.entry("apple", 1L));
        assertThat(first.rememberedIds()).containsExactly(id(2));

        Outcome second = market.trade(batch(2, buy(3, "apple", 3)));
        assertThat(second.rested()).isEmpty();
        assertThat(second.changed()).extracting(OpenOrder::offset, OpenOrder::remaining)
                .containsExactly(tuple(1L, 3L));
        assertThat(second.gone()).containsExactly(0L);
        assertThat(second.lastTradeIds()).containsOnly(Map.entry("apple", 3L));
        assertThat(second.rememberedIds()).containsExactlyInAnyOrder(id(0), id(3));
    }

    @Test
    void knowsWhenTheNextOrderExpires() {
        Market market = new Market();
        assertThat(market.nextExpiryMillis(60_000)).isEqualTo(Long.MAX_VALUE);
        market.trade(batch(7, sell(5, "apple", 2)));
        market.trade(batch(8, buy(6, "pear", 1)));
        assertThat(market.nextExpiryMillis(60_000)).isEqualTo(60_006);
        assertThat(market.openOrders()).isEqualTo(2);
        market.trade(batch(9, buy(7, "apple", 2)));
        assertThat(market.nextExpiryMillis(60_000)).isEqualTo(60_007);
        assertThat(market.rememberedIds()).isEqualTo(2);
        market.trade(batch(10, lasting(8, TimeInForce.GTT, 60_006), lasting(9, TimeInForce.GTC, 0)));
        assertThat(market.nextExpiryMillis(60_000)).isEqualTo(60_006);
        assertThat(market.nextExpiryMillis(Long.MAX_VALUE)).isEqualTo(60_006);
        assertThat(market.trade(batch(60_006)).closed()).singleElement()
                .satisfies(closed -> assertThat(closed.order().offset()).isEqualTo(8));
        market.trade(batch(60_007));
        assertThat(market.openOrders()).isEqualTo(1);
        assertThat(market.nextExpiryMillis(60_000)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void forgetsProductsWithoutOrdersAndSales() {
        Market market = new Market();
        market.trade(batch(1, sell(0, "apple", 1), buy(1, "apple", 1), sell(2, "pear", 1), sell(3, "plum", 1)));
        assertThat(market.products()).isEqualTo(3);
        market.trade(batch(2, new CancelOrder(id(2), "ann")));
        assertThat(market.products()).isEqualTo(2);
        List<Sale> sales = market.trade(batch(3, sell(4, "apple", 1), buy(5, "apple", 1), buy(6, "pear", 1))).sales();
        assertThat(sales).extracting(Sale::productId, Sale::tradeId).containsExactly(tuple("apple", 2L));
        assertThat(market.products()).isEqualTo(3);
    }

    @Test
    void largestQuantitiesAndPricesDoNotOverflow() {
        TradingDay.goes("""
                sell S1 apple 1000000000000000 @9999999999999999.99
                sell S2 apple 1000000000000000 @9999999999999999.99
                buy B1 apple 1000000000000000
                buy B2 apple 999999999999999 @9999999999999999.99
                => B1 S1 1000000000000000 @9999999999999999.99
                => B2 S2 999999999999999 @9999999999999999.99
                open S2 1
                """);
    }

    @Test
    void ordersCanWaitForever() {
        Market market = new Market();
        Outcome outcome = market.trade(Batch.unbounded(0, Long.MAX_VALUE, Long.MAX_VALUE,
                List.of(sell(0, "apple", 2), buy(1, "pear", 1))));
        assertThat(outcome.closed()).isEmpty();
        assertThat(outcome.rested()).hasSize(2);
    }

    @Test
    void timeNeverGoesBackwards() {
        Market market = new Market();
        market.trade(batch(7));
        assertThatThrownBy(() -> market.trade(batch(6))).hasMessage("nowMillis: 6 (expected: >= 7)");
    }

    private static Batch batch(long nowMillis, Command... commands) {
        return Batch.unbounded(nowMillis, 60_000, 600_000, List.of(commands));
    }

    private static PlaceOrder sell(long offset, String productId, long quantity) {
        return new PlaceOrder(offset, id(offset), Side.SELL, productId, "ann", quantity, 120, offset);
    }

    private static PlaceOrder lasting(long offset, TimeInForce timeInForce, long expiresAtMillis) {
        return new PlaceOrder(offset, id(offset), Side.SELL, "plum", "ann", 1, 120, offset, timeInForce,
                expiresAtMillis);
    }

    private static PlaceOrder buy(long offset, String productId, long quantity) {
        return new PlaceOrder(offset, id(offset), Side.BUY, productId, "bob", quantity, 120, offset);
    }

    private static UUID id(long number) {
        return new UUID(0x8000, 1L << 63 | number);
    }
}
