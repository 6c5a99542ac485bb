package trading.market;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes cases of the trading rules with time in force and self-trades, out of random orders and what the naive market does
 * with them.
 */
final class RandomCase {

    private static final JsonMapper JSON = new JsonMapper();
    private static final List<TimeInForce> TIMES_IN_FORCE = List.of(TimeInForce.values());
    private static final int BATCHES = 12;
    private static final long TIMEOUT_MILLIS = 1_000;
    private static final int MAX_GTC_ORDERS = 2;

    private final SplittableRandom random;
    private final NaiveMarket market = new NaiveMarket();
    private final ObjectNode content = JSON.createObjectNode();
    private final SelfTrades selfTrades;
    private final List<Long> orderIds = new ArrayList<>();
    private final List<String> owners = new ArrayList<>();
    private long nowMillis = 1_000_000;
    private long offset;

    private RandomCase(long seed, boolean withSelfTrades) {
        this.random = new SplittableRandom(seed);
        SelfTrades.Rule[] rules = SelfTrades.Rule.values();
        this.selfTrades = withSelfTrades
                ? new SelfTrades(rules[random.nextInt(rules.length)],
                        new TreeMap<>(Map.of("p1", rules[random.nextInt(rules.length)])))
                : SelfTrades.ALLOWED;
    }

    /** {@code RandomCase FOLDER FIRST-NUMBER COUNT SEED}: every other case has self-trades, too. */
    public static void main(String[] args) {
        int first = Integer.parseInt(args[1]);
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            ObjectNode made = new RandomCase(Long.parseLong(args[3]) + i, i % 2 == 1).make();
            JSON.writeValue(Path.of(args[0], "case-%03d.json".formatted(first + i)).toFile(), made);
        }
    }

    private ObjectNode make() {
        content.put("timeoutMillis", TIMEOUT_MILLIS).put("idempotencyWindowMillis", 600_000).put("maxGtcOrders",
                MAX_GTC_ORDERS);
        if (!selfTrades.equals(SelfTrades.ALLOWED)) {
            ObjectNode rules = content.putObject("selfTrades").put("rule", selfTrades.otherwise().name());
            ObjectNode exceptions = rules.putObject("exceptions");
            selfTrades.exceptions().forEach((product, rule) -> exceptions.put(product, rule.name()));
        }
        ArrayNode batches = content.putArray("batches");
        ObjectNode expected = content.putObject("expected");
        ArrayNode events = expected.putArray("events");
        for (int i = 0; i < BATCHES; i++) {
            nowMillis += random.nextInt(4) == 0 ? random.nextInt(1_200) : random.nextInt(4);
            ObjectNode batch = batches.addObject().put("now", nowMillis);
            Outcome outcome = market.trade(new Batch(nowMillis, TIMEOUT_MILLIS, 600_000, Integer.MAX_VALUE,
                    MAX_GTC_ORDERS, Integer.MAX_VALUE, selfTrades, commands(batch.putArray("commands"))));
            write(outcome, events.addArray());
        }
        writeOpen(expected.putObject("open"));
        return content;
    }

    private List<Command> commands(ArrayNode nodes) {
        List<Command> commands = new ArrayList<>();
        for (int i = random.nextInt(9); i > 0; i--) {
            boolean known = !orderIds.isEmpty() && random.nextInt(8) == 0;
            int number = known ? random.nextInt(orderIds.size()) : orderIds.size();
            commands.add(known ? cancel(number, nodes.addObject()) : place(number + 1, nodes.addObject()));
            offset++;
        }
        return commands;
    }

    private CancelOrder cancel(int index, ObjectNode node) {
        String user = random.nextInt(6) == 0 ? user() : owners.get(index);
        node.put("type", "CANCEL").put("orderId", orderIds.get(index)).put("userId", user);
        return new CancelOrder(orderId(orderIds.get(index)), user);
    }

    private PlaceOrder place(long number, ObjectNode node) {
        Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
        @Nullable
        Long price = side == Side.BUY && random.nextInt(8) == 0 ? null : 999_600L + 100L * random.nextInt(8);
        TimeInForce timeInForce = TIMES_IN_FORCE.get(random.nextInt(TIMES_IN_FORCE.size()));
        long expiresAt = timeInForce == TimeInForce.GTT ? nowMillis + random.nextLong(-1, 1_500) : 0;
        PlaceOrder order = new PlaceOrder(offset, orderId(number), side, "p" + (1 + random.nextInt(2)), user(),
                1 + random.nextInt(10), price == null ? PlaceOrder.ANY_PRICE : price,
                nowMillis - (random.nextInt(6) == 0 ? random.nextInt(1_100) : random.nextInt(2)), timeInForce,
                expiresAt);
        orderIds.add(number);
        owners.add(order.userId());
        node.put("type", "PLACE").put("orderId", number).put("side", side.name()).put("userId", order.userId())
                .put("productId", order.productId()).put("quantity", order.quantity()).put("price", price)
                .put("acceptedAt", order.acceptedAtMillis());
        if (timeInForce != TimeInForce.TIMEOUT) {
            node.put("timeInForce", timeInForce.name());
        }
        if (timeInForce == TimeInForce.GTT) {
            node.put("expiresAt", expiresAt);
        }
        return order;
    }

    private static void write(Outcome outcome, ArrayNode events) {
        for (ClosedOrder closed : outcome.closed()) {
            events.addObject().put("type", "CLOSED").put("productId", closed.order().productId())
                    .put("orderId", number(closed.order().orderId())).put("remaining", closed.order().remaining())
                    .put("reason", closed.reason().isRejection() ? "REJECTED" : closed.reason().name());
        }
        for (Sale sale : outcome.sales()) {
            events.addObject().put("type", "SALE").put("productId", sale.productId()).put("tradeId", sale.tradeId())
                    .put("purchaseOrderId", number(sale.purchaseOrderId()))
                    .put("salesOrderId", number(sale.salesOrderId())).put("buyer", sale.buyer())
                    .put("seller", sale.seller()).put("price", sale.price()).put("quantity", sale.quantity())
                    .put("purchaseOrderRemaining", sale.purchaseOrderRemaining())
                    .put("salesOrderRemaining", sale.salesOrderRemaining());
        }
    }

    private void writeOpen(ObjectNode open) {
        for (OpenOrder order : market.openOrders()) {
            ObjectNode product = open.has(order.productId())
                    ? (ObjectNode) open.get(order.productId())
                    : open.putObject(order.productId());
            product.withArray("/buys");
            product.withArray("/sells");
            product.withArray(order.side() == Side.BUY ? "/buys" : "/sells").addArray().add(number(order.orderId()))
                    .add(order.remaining());
        }
    }

    /** As a case file's ids are read. */
    private static UUID orderId(long number) {
        return new UUID(0x8000L, 1L << 63 | number);
    }

    private static long number(UUID orderId) {
        return orderId.getLeastSignificantBits() & Long.MAX_VALUE;
    }

    private String user() {
        return "u" + (1 + random.nextInt(4));
    }
}
