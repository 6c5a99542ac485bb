package trading.system.load;

/** Spreads a number a second over the ticks of a second, as evenly as whole numbers are. For one thread. */
final class Ticks {

    private final int perSecond;
    private final int ticks;
    private int left;

    /** @param ticks of a second */
    Ticks(int perSecond, int ticks) {
        this.perSecond = perSecond;
        this.ticks = ticks;
    }

    /** How many come with the next tick. */
    int next() {
        left += perSecond;
        int now = left / ticks;
        left -= now * ticks;
        return now;
    }
}
