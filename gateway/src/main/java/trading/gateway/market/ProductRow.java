package trading.gateway.market;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import trading.wire.Price;

/**
 * How a product stands, as short as a list needs it.
 *
 * @param price of its newest sale
 * @param bid the highest price that somebody would pay
 * @param ask the lowest price that somebody asks
 * @param open24h price of the first sale of the last day; missing if there was none
 * @param volume24h what changed hands in that day, which may pass 64 bits
 * @param sales24h sales of that day
 * @param sales1m sales of the last minute
 * @param incomplete true where this gateway had to leave something out, or missed it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ProductRow(String productId, @Nullable String price, @Nullable String bid, @Nullable String ask,
        @Nullable String open24h, String volume24h, int sales24h, int sales1m, @Nullable Boolean incomplete) {

    static ProductRow of(ProductMarket product, long nowMillis) {
        Trade last = product.last();
        Candle day = product.since(Window.DAY, nowMillis);
        return new ProductRow(product.productId(), last == null ? null : Price.format(last.price()),
                DepthLevel.firstPrice(product.book().bids(2)), DepthLevel.firstPrice(product.book().asks(1)),
                day.sales() == 0 ? null : Price.format(day.open()), day.volume().wholeText(), day.sales(),
                product.since(Window.MINUTE, nowMillis).sales(), product.isComplete() ? null : true);
    }
}
