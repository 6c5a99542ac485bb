package trading.benchmarks.market;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Books of other rules trade the same quantity of the same orders, and keep as many of them open. */
class SameOrdersTest {

    private static final int OPEN = 1_000;

    /** The tape comes round after 2,000 blocks, and every order of it has left before that. */
    private static final int BLOCKS = 4_500;

    @ParameterizedTest
    @ValueSource(strings = {"deep", "flat", "adversarial"})
    void allTradeTheSameInEveryBlock(String shape) {
        OrderFlow flow = OrderFlow.of(shape, OPEN);
        MeasuredBook batches = new TradingMarket(flow, OrderFlow.BLOCK);
        MeasuredBook oneByOne = new TradingMarket(flow, 1);
        MeasuredBook direct = ExchangeCoreBooks.direct(flow);
        MeasuredBook naive = ExchangeCoreBooks.naive(flow);
        for (long block = 0; block < BLOCKS; block++) {
            long quantity = block < flow.fillingBlocks() ? 0 : flow.takenQuantity(block);
            assertThat(batches.trade(block)).as("market, block %d", block).isEqualTo(quantity);
            assertThat(oneByOne.trade(block)).as("market order by order, block %d", block).isEqualTo(quantity);
            assertThat(direct.trade(block)).as("direct book, block %d", block).isEqualTo(quantity);
            assertThat(naive.trade(block)).as("naive book, block %d", block).isEqualTo(quantity);
        }
        assertThat(batches.openOrders()).isCloseTo(OPEN, Percentage.withPercentage(15));
        assertThat(oneByOne.openOrders()).isCloseTo(OPEN, Percentage.withPercentage(15));
        assertThat(direct.openOrders()).isCloseTo(OPEN, Percentage.withPercentage(15));
        assertThat(naive.openOrders()).isEqualTo(direct.openOrders());
    }
}
