package trading.gateway.market;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** How many products and open orders may be followed, in all partitions together. Safe for use by any thread. */
final class Room {

    private final int maxProducts;
    private final int maxOpenOrders;
    private final AtomicInteger products = new AtomicInteger();
    private final AtomicInteger openOrders = new AtomicInteger();
    private final LongAdder refused = new LongAdder();

    Room(int maxProducts, int maxOpenOrders) {
        this.maxProducts = maxProducts;
        this.maxOpenOrders = maxOpenOrders;
    }

    boolean takeProduct() {
        return take(products, maxProducts);
    }

    void giveProduct() {
        products.decrementAndGet();
    }

    /** Whether products take more than nine tenths of their room. */
    boolean isNearlyFull() {
        return products.get() > maxProducts * 9L / 10;
    }

    boolean takeOrder() {
        return take(openOrders, maxOpenOrders);
    }

    void giveOrder() {
        openOrders.decrementAndGet();
    }

    private boolean take(AtomicInteger taken, int most) {
        if (taken.incrementAndGet() > most) {
            taken.decrementAndGet();
            refused.increment();
            return false;
        }
        return true;
    }

    int products() {
        return products.get();
    }

    int openOrders() {
        return openOrders.get();
    }

    /** How often there was no room for something. */
    long refused() {
        return refused.sum();
    }
}
