package trading.baselines.market;

import java.util.ArrayList;
import java.util.List;

/**
 * Trades one partition of the market. Between two runs, its owner writes the sales to the database, tells by
 * {@link #written} that it has, and waits a few milliseconds.
 *
 * <p>For one thread at a time.
 */
public final class Engine {

    private final Market market;
    private final Results results;

    /** What came since the last run. */
    private List<Order> arrived = new ArrayList<>();

    /**
     * What came of a run.
     *
     * @param sales to be written
     * @param resting orders that came with this run and were not part of a sale
     */
    public record Run(List<Sale> sales, List<Order> resting) {}

    public Engine(Market market, Results results) {
        this.market = market;
        this.results = results;
    }

    /** An order enters the market, to be traded in the next run. */
    public void add(Order order) {
        market.add(order);
        arrived.add(order);
    }

    /** What is too old leaves, what can trade trades. */
    public Run trade() {
        long nowMillis = System.currentTimeMillis();
        List<Order> expired = market.expire(nowMillis);
        expired.forEach(results::expired);
        List<Sale> sales = market.trade(nowMillis);
        List<Order> resting = arrived;
        resting.removeIf(order -> order.remaining() < order.quantity() || expired.contains(order));
        arrived = new ArrayList<>();
        return new Run(sales, resting);
    }

    /** The sales of a run are in the database: now their parties may know. */
    public void written(Run run) {
        run.sales.forEach(results::sold);
        run.resting.forEach(results::rests);
    }

    /** The engine that has a product, the same on every start. */
    public static int partition(String productId, int engines) {
        return Math.floorMod(productId.hashCode(), engines);
    }
}
