package trading.gateway.market;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The newest candles of a product, each with at least one sale; the oldest make room. Sales come in their order. Not safe
 * for use by threads at the same time.
 */
final class CandleSeries {

    private final Interval interval;
    private final int capacity;
    private final ArrayDeque<Candle> candles = new ArrayDeque<>(1);
    private long wholeFromMillis;

    /** @param wholeFromMillis the moment from which on sales are told of */
    CandleSeries(Interval interval, int capacity, long wholeFromMillis) {
        this.interval = interval;
        this.capacity = capacity;
        this.wholeFromMillis = wholeFromMillis;
    }

    void add(Trade trade) {
        long startMillis = interval.floor(trade.tradedAtMillis());
        Candle newest = candles.peekLast();
        if (newest == null || newest.startMillis() < startMillis) {
            newest = new Candle(startMillis);
            candles.add(newest);
            if (candles.size() > capacity) {
                wholeFromMillis = Math.max(wholeFromMillis,
                        candles.removeFirst().startMillis() + interval.millis());
            }
        }
        newest.add(trade);
    }

    /** Sales before this moment were missed. */
    void missedUntil(long millis) {
        wholeFromMillis = Math.max(wholeFromMillis, millis);
    }

    /** From this moment on every sale is in here. */
    long wholeFromMillis() {
        return wholeFromMillis;
    }

    /** All sales in candles that begin at this moment or later, as one. */
    Candle since(long fromMillis) {
        Candle sum = new Candle(fromMillis);
        Iterator<Candle> newestFirst = candles.descendingIterator();
        while (newestFirst.hasNext()) {
            Candle candle = newestFirst.next();
            if (candle.startMillis() < fromMillis) {
                break;
            }
            sum.add(candle);
        }
        return sum;
    }

    /**
     * Candles of a length that is a multiple of this series', oldest first.
     *
     * @param fromMillis where the first may begin
     * @param toMillis where none may begin any more
     */
    List<Candle> candles(Interval length, long fromMillis, long toMillis) {
        List<Candle> found = new ArrayList<>();
        for (Candle candle : candles) {
            long startMillis = length.floor(candle.startMillis());
            if (startMillis >= fromMillis && startMillis < toMillis) {
                if (found.isEmpty() || found.getLast().startMillis() != startMillis) {
                    found.add(new Candle(startMillis));
                }
                found.getLast().add(candle);
            }
        }
        return found;
    }
}
