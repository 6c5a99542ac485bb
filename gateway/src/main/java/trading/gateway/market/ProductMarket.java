package trading.gateway.market;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a product: its newest trades, what they add up to, and its book. Guarded by the partition that it is
 * in.
 */
final class ProductMarket {

    private static final int SECONDS = 64;
    private static final int MINUTES = 60;
    /** Of five minutes, a day. */
    private static final int FIVES = 288;

    /** What one takes in memory at most, without trades and open orders, roughly. */
    static final long BYTES = 1_000 + (long) (SECONDS + MINUTES + FIVES) * Candle.BYTES;

    private final String productId;
    private final CandleSeries seconds;
    private final CandleSeries minutes;
    private final CandleSeries fives;
    private final RecentTrades trades;
    private final Book book = new Book();
    private @Nullable Trade last;
    private boolean isLastKnown;
    private boolean complete;

    /**
     * @param wholeFromMillis the moment from which on sales are told of
     * @param complete whether nothing else of it was missed
     */
    ProductMarket(String productId, int maxTrades, long wholeFromMillis, boolean complete) {
        this.productId = productId;
        this.trades = new RecentTrades(maxTrades);
        this.seconds = new CandleSeries(Interval.SECOND, SECONDS, wholeFromMillis);
        this.minutes = new CandleSeries(Interval.MINUTE, MINUTES, wholeFromMillis);
        this.fives = new CandleSeries(Interval.FIVE_MINUTES, FIVES, wholeFromMillis);
        this.complete = complete;
    }

    /** A sale; ignored if it is not newer than the one before. */
    void sold(Trade trade) {
        long before = trades.newestTradeId();
        if (before != 0 && trade.tradeId() <= before) {
            return;
        }
        if (before != 0 && trade.tradeId() > before + 1) {
            // Sales of one batch are of the same moment.
            missed(trade.tradedAtMillis() + 1);
        }
        seconds.add(trade);
        minutes.add(trade);
        fives.add(trade);
        trades.add(trade);
        lastKnown(trade);
    }

    /** Whether the last sale is known, or that there was none: a product that rests may have been sold before all that was read. */
    boolean isLastKnown() {
        return isLastKnown;
    }

    /** The database knows of no sale. */
    void neverSold() {
        isLastKnown = true;
    }

    /** The last sale that the database knows of. */
    void lastKnown(Trade trade) {
        isLastKnown = true;
        if (last == null || trade.tradeId() > last.tradeId()) {
            last = trade;
        }
    }

    /** Something before this moment was not told of. */
    void missed(long millis) {
        seconds.missedUntil(millis);
        minutes.missedUntil(millis);
        fives.missedUntil(millis);
        trades.clear();
        complete = false;
    }

    /** An open order is not in the book. */
    void bookMisses() {
        complete = false;
    }

    String productId() {
        return productId;
    }

    Book book() {
        return book;
    }

    /** The newest sale, {@code null} if there never was one, or it is not known. */
    @Nullable
    Trade last() {
        return last;
    }

    /** When it was last sold, as far as that is known. */
    long lastSoldMillis() {
        return last == null ? Long.MIN_VALUE : last.tradedAtMillis();
    }

    /** Whether nothing was missed of what figures and book are made of. */
    boolean isComplete() {
        return complete;
    }

    /** What was sold in the current second, minute or stretch of five minutes and the ones before it: 10 s, 1 min, a day. */
    Candle since(Window window, long nowMillis) {
        return series(window.step()).since(window.fromMillis(nowMillis));
    }

    /** The series that candles of this length are made of. */
    CandleSeries series(Interval length) {
        return switch (length) {
            case SECOND -> seconds;
            case MINUTE -> minutes;
            case FIVE_MINUTES, HOUR -> fives;
        };
    }

    /** The newest trades before this one, newest first, without a gap between them. */
    List<Trade> tradesBefore(long tradeId, int limit) {
        return trades.before(tradeId, limit);
    }

    /** The number of the newest sale, 0 if there never was one, or it is not known. */
    long lastTradeId() {
        return last == null ? 0 : last.tradeId();
    }

    /** The newest one that is in memory, 0 if none is: the database may tell of the last sale before its batch comes. */
    long newestTradeId() {
        return trades.newestTradeId();
    }

    /** The newest one that is in candles, in memory or from the database; 0 if there never was one. */
    long newestInCandles() {
        return trades.newestTradeId() == 0 ? lastTradeId() : trades.newestTradeId();
    }

    /** Trades behind this one that are in memory, oldest first. */
    List<Trade> tradesAfter(long tradeId) {
        return trades.after(tradeId);
    }
}
