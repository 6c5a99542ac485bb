package trading.gateway.market;

import java.util.List;
import trading.wire.Price;
import trading.wire.Rfc3339;

/**
 * A sale as a client of market data reads it: without its parties.
 *
 * @param tradeId numbers the sales of the product
 * @param price a decimal
 * @param quantity how many changed hands
 * @param time the moment of its batch
 */
record TradeJson(long tradeId, String price, long quantity, String time) {

    static TradeJson of(Trade trade) {
        return new TradeJson(trade.tradeId(), Price.format(trade.price()), trade.quantity(),
                Rfc3339.format(trade.tradedAtMillis()));
    }

    static List<TradeJson> of(List<Trade> trades) {
        return trades.stream().map(TradeJson::of).toList();
    }
}
