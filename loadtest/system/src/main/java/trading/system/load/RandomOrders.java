package trading.system.load;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import trading.wire.Topics;
import trading.wire.proto.Side;

/** Draws orders that mostly trade, for products in every partition. The same seed draws the same. For one thread. */
final class RandomOrders {

    private static final int USERS = 50;
    private static final long MIDDLE_PRICE = 1_000_000;
    private static final long PRICE_STEP = 100;
    private static final int PRICE_STEPS = 60;
    private static final long FAR = 5_000;
    private static final int MAX_QUANTITY = 20;
    private static final double UNLIMITED = 0.1;

    private final SplittableRandom random;
    private final List<String> products;
    private final String run;
    private long drawn;

    /**
     * @param run makes client order ids differ from those of other runs
     * @param products how many; each partition has one at least, if they are enough
     */
    RandomOrders(long seed, String run, int products) {
        this.random = new SplittableRandom(seed);
        this.run = run;
        this.products = products(products);
    }

    /** One name for each partition, then some more anywhere. */
    static List<String> products(int count) {
        List<String> names = new ArrayList<>();
        boolean[] has = new boolean[Topics.PARTITIONS];
        for (int number = 1; names.size() < Math.min(count, Topics.PARTITIONS); number++) {
            String name = "product-" + number;
            if (!has[Topics.partition(name)]) {
                has[Topics.partition(name)] = true;
                names.add(name);
            }
        }
        for (int number = 1; names.size() < count; number++) {
            names.add("more-" + number);
        }
        return names;
    }

    ClientOrder next() {
        drawn++;
        return order(product(), "user-" + random.nextInt(USERS), run + "-" + drawn, false);
    }

    /** An order of the same user with the same client order id for another product: another order. */
    ClientOrder forOtherProduct(ClientOrder other) {
        String productId = product();
        while (productId.equals(other.productId())) {
            productId = product();
        }
        return order(productId, other.userId(), other.clientOrderId(), true);
    }

    /** Another price for an order, far enough to change whom it trades with. */
    static long otherPrice(ClientOrder order) {
        return order.price() == 0
                ? MIDDLE_PRICE
                : order.price() + (order.side() == Side.BUY ? FAR : -FAR);
    }

    private String product() {
        return products.get(random.nextInt(products.size()));
    }

    private ClientOrder order(String productId, String userId, String clientOrderId, boolean isTwin) {
        Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
        boolean anyPrice = side == Side.BUY && random.nextDouble() < UNLIMITED;
        long price = anyPrice ? 0 : MIDDLE_PRICE + (random.nextInt(PRICE_STEPS) - PRICE_STEPS / 2) * PRICE_STEP;
        return new ClientOrder(side, productId, userId, clientOrderId, 1 + random.nextInt(MAX_QUANTITY), price,
                isTwin);
    }
}
