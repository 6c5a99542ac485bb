package trading.gateway.market;

/** What the sales of a stretch of time add up to. Not safe for use by threads at the same time. */
final class Candle {

    /** What one takes in memory, with its place in a series, roughly. */
    static final int BYTES = 168;

    private final long startMillis;
    private long firstTradeId = Long.MAX_VALUE;
    private long lastTradeId = Long.MIN_VALUE;
    private long open;
    private long close;
    private long high = Long.MIN_VALUE;
    private long low = Long.MAX_VALUE;
    private int sales;
    private final Total volume = new Total();
    private final Total turnover = new Total();

    /** One without sales. */
    Candle(long startMillis) {
        this.startMillis = startMillis;
    }

    void add(Trade trade) {
        addEnds(trade.tradeId(), trade.price(), trade.tradeId(), trade.price());
        high = Math.max(high, trade.price());
        low = Math.min(low, trade.price());
        sales++;
        volume.add(trade.quantity());
        turnover.addProduct(trade.price(), trade.quantity());
    }

    /** Adds the sales of another one, whichever of them was first. */
    void add(Candle other) {
        addEnds(other.firstTradeId, other.open, other.lastTradeId, other.close);
        high = Math.max(high, other.high);
        low = Math.min(low, other.low);
        sales += other.sales;
        volume.add(other.volume);
        turnover.add(other.turnover);
    }

    private void addEnds(long first, long firstPrice, long last, long lastPrice) {
        if (first < firstTradeId) {
            firstTradeId = first;
            open = firstPrice;
        }
        if (last > lastTradeId) {
            lastTradeId = last;
            close = lastPrice;
        }
    }

    long startMillis() {
        return startMillis;
    }

    long open() {
        return open;
    }

    long close() {
        return close;
    }

    long high() {
        return high;
    }

    long low() {
        return low;
    }

    int sales() {
        return sales;
    }

    Total volume() {
        return volume;
    }

    Total turnover() {
        return turnover;
    }
}
