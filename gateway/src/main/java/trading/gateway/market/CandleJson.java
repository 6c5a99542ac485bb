package trading.gateway.market;

import trading.wire.Price;
import trading.wire.Rfc3339;

/**
 * A candle as a client reads it.
 *
 * @param time where it begins
 * @param open price of its first sale
 * @param close price of its last sale
 * @param sales how many
 * @param volume what changed hands, which may pass 64 bits
 * @param turnover what was paid for it, to the last tick
 */
record CandleJson(String time, String open, String high, String low, String close, long sales, String volume,
        String turnover) {

    static CandleJson of(Candle candle) {
        return new CandleJson(Rfc3339.format(candle.startMillis()), Price.format(candle.open()),
                Price.format(candle.high()), Price.format(candle.low()), Price.format(candle.close()), candle.sales(),
                candle.volume().wholeText(), candle.turnover().priceText());
    }
}
