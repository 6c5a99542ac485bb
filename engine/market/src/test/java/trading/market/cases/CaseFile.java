package trading.market.cases;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import trading.market.Batch;
import trading.market.CancelOrder;
import trading.market.ClosedOrder;
import trading.market.Command;
import trading.market.Market;
import trading.market.MarketState;
import trading.market.OpenOrder;
import trading.market.Outcome;
import trading.market.PlaceOrder;
import trading.market.Sale;
import trading.market.SelfTrades;
import trading.market.Side;
import trading.market.TimeInForce;

/**
 * A case of the trading rules: batches, and the events and open orders that must come out. The file's form is told at the
 * end of the trading rules.
 */
public final class CaseFile {

    private static final JsonMapper JSON = new JsonMapper();

    /** Version 8 and the variant of RFC 9562: every id of a case counts as made by a client. */
    private static final long CLIENT_MADE = 0x8000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final JsonNode content;

    private CaseFile(JsonNode content) {
        this.content = content;
    }

    /**
     * Reads a case.
     *
     * @throws tools.jackson.core.JacksonException when the file cannot be read or is no JSON
     */
    public static CaseFile read(Path file) {
        return new CaseFile(JSON.readTree(file.toFile()));
    }

    /** What a new market does otherwise than the case expects, one line each; empty when the case passed. */
    public List<String> differences() {
        return differences(new Market()::trade);
    }

    /** What this market, which is new, does otherwise than the case expects. */
    public List<String> differences(Function<Batch, Outcome> market) {
        List<String> differences = new ArrayList<>();
        MarketState state = new MarketState();
        long offset = 0;
        int number = 0;
        for (JsonNode batchNode : content.required("batches")) {
            Batch batch = batch(batchNode, offset);
            offset += batch.commands().size();
            Outcome outcome = market.apply(batch);
            state.apply(batch, outcome);
            compare("batch " + number, expectedEvents(number), events(outcome), differences);
            number++;
        }
        compare("open at the end", expectedOpen(), open(state.openOrders()), differences);
        return differences;
    }

    private static void compare(String where, NavigableMap<String, List<String>> expected,
            NavigableMap<String, List<String>> actual, List<String> differences) {
        NavigableMap<String, List<String>> products = new TreeMap<>(expected);
        products.putAll(actual);
        for (String productId : products.keySet()) {
            List<String> wanted = expected.getOrDefault(productId, List.of());
            List<String> came = actual.getOrDefault(productId, List.of());
            for (int i = 0; i < Math.max(wanted.size(), came.size()); i++) {
                String one = i < came.size() ? came.get(i) : "nothing";
                String other = i < wanted.size() ? wanted.get(i) : "nothing";
                if (!one.equals(other)) {
                    differences.add("%s, %s, %d: %s (expected: %s)".formatted(where, productId, i + 1, one, other));
                }
            }
        }
    }

    private Batch batch(JsonNode node, long firstOffset) {
        List<Command> commands = new ArrayList<>();
        for (JsonNode command : node.required("commands")) {
            commands.add(command(command, firstOffset + commands.size()));
        }
        JsonNode window = content.path("idempotencyWindowMillis");
        return new Batch(node.required("now").longValue(), content.required("timeoutMillis").longValue(),
                window.isMissingNode() ? Long.MAX_VALUE : window.longValue(), bound("maxOpenOrders"),
                bound("maxGtcOrders"), bound("maxProducts"), selfTrades(node), commands);
    }

    private int bound(String field) {
        JsonNode bound = content.path(field);
        return bound.isMissingNode() ? Integer.MAX_VALUE : bound.intValue();
    }

    /** Of the batch, or of the whole case. */
    private SelfTrades selfTrades(JsonNode batch) {
        JsonNode own = batch.path("selfTrades");
        JsonNode rules = own.isMissingNode() ? content.path("selfTrades") : own;
        if (rules.isMissingNode()) {
            return SelfTrades.ALLOWED;
        }
        TreeMap<String, SelfTrades.Rule> exceptions = new TreeMap<>();
        rules.path("exceptions").properties()
                .forEach(product -> exceptions.put(product.getKey(), rule(product.getValue())));
        return new SelfTrades(rule(rules.required("rule")), exceptions);
    }

    private static SelfTrades.Rule rule(JsonNode node) {
        return SelfTrades.Rule.valueOf(node.stringValue());
    }

    private static Command command(JsonNode node, long offset) {
        String type = text(node, "type");
        return switch (type) {
            case "PLACE" -> place(node, offset);
            case "CANCEL" -> new CancelOrder(orderId(node, "orderId"), text(node, "userId"));
            default -> throw new IllegalArgumentException("type: " + type + " (expected: PLACE or CANCEL)");
        };
    }

    private static PlaceOrder place(JsonNode node, long offset) {
        JsonNode price = node.required("price");
        return new PlaceOrder(offset, orderId(node, "orderId"), Side.valueOf(text(node, "side")),
                text(node, "productId"), text(node, "userId"), node.required("quantity").longValue(),
                price.isNull() ? PlaceOrder.ANY_PRICE : price.longValue(), node.required("acceptedAt").longValue(),
                node.has("timeInForce") ? TimeInForce.valueOf(text(node, "timeInForce")) : TimeInForce.TIMEOUT,
                node.has("expiresAt") ? node.required("expiresAt").longValue() : 0);
    }

    private NavigableMap<String, List<String>> expectedEvents(int batch) {
        NavigableMap<String, List<String>> events = new TreeMap<>();
        for (JsonNode event : content.required("expected").required("events").required(batch)) {
            String type = text(event, "type");
            add(events, text(event, "productId"), switch (type) {
                case "SALE" -> sale(new Sale(text(event, "productId"), event.required("tradeId").longValue(),
                        orderId(event, "purchaseOrderId"), orderId(event, "salesOrderId"), text(event, "buyer"),
                        text(event, "seller"), event.required("price").longValue(),
                        event.required("quantity").longValue(), event.required("purchaseOrderRemaining").longValue(),
                        event.required("salesOrderRemaining").longValue()));
                case "CLOSED" -> closed(text(event, "reason"), orderId(event, "orderId"),
                        event.required("remaining").longValue());
                default -> throw new IllegalArgumentException("type: " + type + " (expected: SALE or CLOSED)");
            });
        }
        return events;
    }

    private static NavigableMap<String, List<String>> events(Outcome outcome) {
        NavigableMap<String, List<String>> events = new TreeMap<>();
        for (ClosedOrder closed : outcome.closed()) {
            OpenOrder order = closed.order();
            add(events, order.productId(), closed(closed.reason().isRejection() ? "REJECTED" : closed.reason().name(),
                    order.orderId(), order.remaining()));
        }
        outcome.sales().forEach(sale -> add(events, sale.productId(), sale(sale)));
        return events;
    }

    private NavigableMap<String, List<String>> expectedOpen() {
        NavigableMap<String, List<String>> open = new TreeMap<>();
        for (Map.Entry<String, JsonNode> product : content.required("expected").required("open").properties()) {
            for (Side side : Side.values()) {
                for (JsonNode order : product.getValue().required(side == Side.BUY ? "buys" : "sells")) {
                    add(open, product.getKey() + ' ' + side,
                            open(order.required(0).longValue(), order.required(1).longValue()));
                }
            }
        }
        return open;
    }

    private static NavigableMap<String, List<String>> open(List<OpenOrder> orders) {
        NavigableMap<String, List<String>> open = new TreeMap<>();
        for (OpenOrder order : orders) {
            add(open, order.productId() + ' ' + order.side(), open(number(order.orderId()), order.remaining()));
        }
        return open;
    }

    private static void add(NavigableMap<String, List<String>> lines, String key, String line) {
        lines.computeIfAbsent(key, any -> new ArrayList<>()).add(line);
    }

    private static String sale(Sale sale) {
        return "sale %d of %d at %d: %s bought with order %d, %d remaining, %s sold with order %d, %d remaining"
                .formatted(sale.tradeId(), sale.quantity(), sale.price(), sale.buyer(), number(sale.purchaseOrderId()),
                        sale.purchaseOrderRemaining(), sale.seller(), number(sale.salesOrderId()),
                        sale.salesOrderRemaining());
    }

    private static String closed(String reason, UUID orderId, long remaining) {
        return "%s order %d, %d remaining".formatted(reason, number(orderId), remaining);
    }

    private static String open(long number, long remaining) {
        return "order %d, %d remaining".formatted(number, remaining);
    }

    private static UUID orderId(JsonNode node, String field) {
        return new UUID(CLIENT_MADE, VARIANT | node.required(field).longValue());
    }

    private static long number(UUID orderId) {
        return orderId.getLeastSignificantBits() & ~VARIANT;
    }

    private static String text(JsonNode node, String field) {
        return node.required(field).stringValue();
    }
}
