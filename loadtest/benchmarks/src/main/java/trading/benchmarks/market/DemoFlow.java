package trading.benchmarks.market;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import trading.client.demo.RandomOrders;
import trading.market.PlaceOrder;
import trading.market.Side;
import trading.wire.Price;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The demo's orders. Their books are filled with the patient ones among them, those that did not come to meet the other
 * side; how long orders stay open is chosen so that about as many are withdrawn as come to rest.
 */
final class DemoFlow {

    private static final long SEED = 20_140_101;
    private static final int PRODUCTS = 100;
    private static final int BLOCKS = 2_000;

    /** Of a block's orders, as many wait until they are withdrawn. */
    private static final int WITHDRAWN_OF_BLOCK = 5;

    private final Tape trading = new Tape(BLOCKS, OrderFlow.BLOCK);

    private DemoFlow() {}

    static OrderFlow of(int open) {
        DemoFlow flow = new DemoFlow();
        flow.read();
        int lifetimeBlocks = open / WITHDRAWN_OF_BLOCK;
        return new OrderFlow(flow.patient(), lifetimeBlocks, block -> WITHDRAWN_OF_BLOCK, flow.trading,
                lifetimeBlocks, PRODUCTS, false);
    }

    private void read() {
        int orders = BLOCKS * OrderFlow.BLOCK;
        byte[] lines = new byte[orders * RandomOrders.MAX_LINE_LENGTH];
        int length = new RandomOrders(SEED, PRODUCTS).chunk(0, orders, lines);
        JsonMapper json = new JsonMapper();
        new String(lines, 0, length, StandardCharsets.US_ASCII).lines().map(json::readTree).forEach(this::add);
    }

    private void add(JsonNode order) {
        Side side = Side.valueOf(order.get("side").stringValue());
        JsonNode price = order.get("price");
        trading.add(side, number(order.get("productId")), number(order.get("userId")),
                order.get("quantity").intValue(),
                price == null ? PlaceOrder.ANY_PRICE : Price.parse("price", price.stringValue()), 0);
    }

    /** The 7 of {@code product-007}. */
    private static int number(JsonNode name) {
        String text = name.stringValue();
        return Integer.parseInt(text.substring(text.indexOf('-') + 1));
    }

    /** The orders on the near side of their product's middle price, half of which sell. */
    private Tape patient() {
        long[] middles = middles();
        Tape patient = new Tape(BLOCKS, WITHDRAWN_OF_BLOCK);
        for (int i = 0; i < trading.size() && patient.size() < BLOCKS * WITHDRAWN_OF_BLOCK; i++) {
            long price = trading.price(i, 0);
            long middle = middles[trading.product(i)];
            if (trading.buys(i) ? price < middle : price > middle) {
                patient.add(trading.buys(i) ? Side.BUY : Side.SELL, trading.product(i), trading.user(i),
                        trading.quantity(i), price, 0);
            }
        }
        return patient;
    }

    /** Sellers ask from 2 % below the middle to 2 % above it. */
    private long[] middles() {
        long[] lowest = new long[PRODUCTS];
        long[] highest = new long[PRODUCTS];
        Arrays.fill(lowest, Long.MAX_VALUE);
        for (int i = 0; i < trading.size(); i++) {
            if (!trading.buys(i)) {
                int product = trading.product(i);
                lowest[product] = Math.min(lowest[product], trading.price(i, 0));
                highest[product] = Math.max(highest[product], trading.price(i, 0));
            }
        }
        long[] middles = new long[PRODUCTS];
        Arrays.setAll(middles, product -> (lowest[product] + highest[product]) / 2);
        return middles;
    }
}
