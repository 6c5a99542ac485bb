package trading.gateway.market;

/**
 * A stretch of time up to now of which figures are told. It ends with the current step and is as many steps long: so it decays
 * step by step, without any sale.
 */
enum Window {
    TEN_SECONDS(Interval.SECOND, 10), MINUTE(Interval.SECOND, 60), DAY(Interval.FIVE_MINUTES, 288);

    private final Interval step;
    private final int steps;

    Window(Interval step, int steps) {
        this.step = step;
        this.steps = steps;
    }

    Interval step() {
        return step;
    }

    /** Where it begins. */
    long fromMillis(long nowMillis) {
        return step.floor(nowMillis) - (steps - 1) * step.millis();
    }
}
