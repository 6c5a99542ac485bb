package trading.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random order flow in the form of a recorded day: many prices close to each other, some orders cancelled. */
final class RandomFlow {

    private static final long MIDDLE_TICKS = 100_0000;
    private static final int SPREAD_TICKS = 500;
    private static final int CANCELS_IN_TEN = 3;

    private RandomFlow() {}

    /** Writes {@code orders} orders for {@code products} products and the cancels between them. */
    static Path write(Path file, long seed, int orders, int products) throws IOException {
        Random random = new Random(seed);
        List<String> rows = new ArrayList<>();
        rows.add("time_ns,type,order_id,side,quantity,price_ticks_1e4,symbol");
        List<String> cancellable = new ArrayList<>();
        for (int order = 1; order <= orders; order++) {
            String product = "flow-" + seed + "-" + random.nextInt(products);
            String rest = "%d,%s,%d,%d,%s".formatted(order, random.nextBoolean() ? "buy" : "sell",
                    1 + random.nextInt(20), MIDDLE_TICKS + random.nextInt(SPREAD_TICKS), product);
            rows.add(order + ",add," + rest);
            cancellable.add(rest);
            if (random.nextInt(10) < CANCELS_IN_TEN) {
                rows.add(order + ",cancel," + cancellable.remove(random.nextInt(cancellable.size())));
            }
        }
        return Files.write(file, rows);
    }
}
