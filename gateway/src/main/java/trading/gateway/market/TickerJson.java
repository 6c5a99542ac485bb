package trading.gateway.market;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import trading.wire.Price;

/**
 * How a product stands.
 *
 * @param last the newest sale
 * @param bid the highest price that somebody would pay; without one who takes any price
 * @param ask the lowest price that somebody asks
 * @param last10s figures of the current second and the nine before it
 * @param last1m figures of the current second and the 59 before it
 * @param last24h figures of the current five minutes and the 287 times five before them
 * @param incomplete true where this gateway had to leave something out, or missed it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TickerJson(String productId, @Nullable TradeJson last, @Nullable String bid, @Nullable String ask,
        FiguresJson last10s, FiguresJson last1m, FiguresJson last24h, @Nullable Boolean incomplete) {

    static TickerJson of(ProductMarket product, long nowMillis) {
        Trade last = product.last();
        return new TickerJson(product.productId(), last == null ? null : TradeJson.of(last),
                DepthLevel.firstPrice(product.book().bids(2)), DepthLevel.firstPrice(product.book().asks(1)),
                FiguresJson.of(product.since(Window.TEN_SECONDS, nowMillis)),
                FiguresJson.of(product.since(Window.MINUTE, nowMillis)),
                FiguresJson.of(product.since(Window.DAY, nowMillis)), product.isComplete() ? null : true);
    }

    /**
     * A product that is not followed, of which only a sale is known.
     *
     * @param isComplete whether all are followed that were sold within the time of the figures
     */
    static TickerJson of(String productId, Trade last, boolean isComplete) {
        return withoutFigures(productId, TradeJson.of(last), isComplete ? null : true);
    }

    /** The same product, which is not followed any more: of one that was ever sold, the last sale that was heard of is all that is known. */
    TickerJson notFollowed() {
        return withoutFigures(productId, last, last == null ? incomplete : Boolean.TRUE);
    }

    private static TickerJson withoutFigures(String productId, @Nullable TradeJson last, @Nullable Boolean incomplete) {
        FiguresJson none = FiguresJson.of(new Candle(0));
        return new TickerJson(productId, last, null, null, none, none, none, incomplete);
    }

    /**
     * What the sales of a stretch of time add up to; without prices if there was none.
     *
     * @param volume what changed hands, which may pass 64 bits
     * @param turnover what was paid for it, to the last tick
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record FiguresJson(int sales, String volume, String turnover, @Nullable String open, @Nullable String high,
            @Nullable String low) {

        static FiguresJson of(Candle sum) {
            boolean isEmpty = sum.sales() == 0;
            return new FiguresJson(sum.sales(), sum.volume().wholeText(), sum.turnover().priceText(),
                    isEmpty ? null : Price.format(sum.open()), isEmpty ? null : Price.format(sum.high()),
                    isEmpty ? null : Price.format(sum.low()));
        }
    }
}
