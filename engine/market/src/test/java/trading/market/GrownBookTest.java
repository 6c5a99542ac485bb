package trading.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A million orders rest while a hundred thousand others come, each in a batch of its own. The deadline is generous to a
 * market that finds its way, and far beyond one that scans: that is 10^11 looks.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GrownBookTest {

    private static final int RESTING = 1_000_000;
    private static final int ARRIVALS = 100_000;
    private static final long LOWEST_PRICE = 1_000;
    private static final long TIMEOUT_MILLIS = 60_000;

    private final Market market = new Market();
    private long offset;
    private long nowMillis;

    @BeforeEach
    void beginTheDay() {
        nowMillis = TIMEOUT_MILLIS;
    }

    @Test
    void buyersBelowTheCheapestSellerCostNothing() {
        trade(sell(LOWEST_PRICE + RESTING));
        for (int i = 0; i < RESTING; i++) {
            market.restoreOpen(open(Side.BUY, LOWEST_PRICE + i));
        }
        // Only the last of the buyers pays so much.
        for (int i = 1; i <= ARRIVALS; i++) {
            List<Sale> sales = trade(sell(LOWEST_PRICE + RESTING - i)).sales();
            assertThat(sales).hasSize(1);
            assertThat(sales.getFirst().price()).isEqualTo(LOWEST_PRICE + RESTING - i);
        }
        assertThat(market.openOrders()).isEqualTo(1 + RESTING - ARRIVALS);
    }

    @Test
    void sellersAboveTheBestBuyerCostNothing() {
        for (int i = 0; i < RESTING; i++) {
            market.restoreOpen(open(Side.SELL, LOWEST_PRICE + RESTING - i));
        }
        // The cheapest seller came last.
        for (int i = 1; i <= ARRIVALS; i++) {
            assertThat(trade(buy(LOWEST_PRICE)).sales()).isEmpty();
            List<Sale> sales = trade(buy(PlaceOrder.ANY_PRICE)).sales();
            assertThat(sales).hasSize(1);
            assertThat(sales.getFirst().price()).isEqualTo(LOWEST_PRICE + i);
        }
        assertThat(market.openOrders()).isEqualTo(RESTING);
    }

    @Test
    void cancelledAndExpiredOrdersCostNothing() {
        for (int i = 0; i < RESTING; i++) {
            market.restoreOpen(open(i % 2 == 0 ? Side.BUY : Side.SELL, i % 2 == 0 ? 1 : 2));
        }
        long nextExpiry = market.nextExpiryMillis(TIMEOUT_MILLIS);
        for (int i = 1; i <= ARRIVALS; i++) {
            PlaceOrder order = sell(LOWEST_PRICE);
            assertThat(trade(order).rested()).hasSize(1);
            nowMillis = nextExpiry + i - 1;
            assertThat(trade(new CancelOrder(order.orderId(), order.userId())).closed()).hasSize(2);
        }
        assertThat(market.openOrders()).isEqualTo(RESTING - ARRIVALS);
    }

    private Outcome trade(Command command) {
        return market.trade(Batch.unbounded(nowMillis, TIMEOUT_MILLIS, 0, List.of(command)));
    }

    /** Each a millisecond younger than the one before. */
    private OpenOrder open(Side side, long price) {
        UUID orderId = orderId();
        return new OpenOrder(offset, orderId, side, "apple", "ann", 1, 1, price, TIMEOUT_MILLIS + offset++,
                TimeInForce.TIMEOUT, 0);
    }

    private PlaceOrder sell(long price) {
        return new PlaceOrder(offset++, orderId(), Side.SELL, "apple", "bob", 1, price, Long.MAX_VALUE / 2);
    }

    private PlaceOrder buy(long price) {
        return new PlaceOrder(offset++, orderId(), Side.BUY, "apple", "bob", 1, price, Long.MAX_VALUE / 2);
    }

    private UUID orderId() {
        return new UUID(0x7000, 1L << 63 | offset);
    }
}
