package trading.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A day at a market, told line by line. The market must do what the lines with an arrow say.
 *
 * <pre>
 * sell S1 apple 5 @1.20             order S1 of user S1; "by USER" names another, "of 70s ago" sets when the log took it,
 *                                   "gtc", "ioc" or "until 5s" (from now) its time in force
 * buy B1 apple 3                    without a limit
 * cancel S1                         by its user; "by USER" names another
 * wait 30s
 * self-trades CLOSE_NEWER            the rule from here on; "pear NONE" behind it makes an exception
 * =&gt; B1 S1 3 @1.20                  ends the batch: a sale
 * =&gt; expired S1 2                   also cancelled; and what remained
 * =&gt; nothing
 * open S1 2, B2 1                   what is open, oldest first; or nothing
 * restart                           another market goes on from what this one told
 * </pre>
 *
 * Orders expire after 60 s, remembered ids are forgotten after 600 s, and a user may have 2 orders good till cancelled
 * of a product. Every id counts as made by a client, but for
 * those that begin with a small letter.
 */
final class TradingDay {

    private static final long TIMEOUT_MILLIS = 60_000;
    private static final long WINDOW_MILLIS = 600_000;
    private static final int MAX_GTC_ORDERS = 2;
    private static final String ARROW = "=> ";

    private final MarketState state = new MarketState();
    private final Map<String, UUID> ids = new HashMap<>();
    private final Map<UUID, String> names = new HashMap<>();
    private final List<Command> commands = new ArrayList<>();
    private SelfTrades selfTrades = SelfTrades.ALLOWED;
    private Market market = new Market();
    private long nowMillis = 1_000_000_000;
    private long offset;

    private TradingDay() {}

    /** Lives through the day, and tells where it went otherwise. */
    static void goes(String story) {
        assertThat(new TradingDay().retold(story)).isEqualTo(story);
    }

    /** The story with what really happened behind the arrows. */
    private String retold(String story) {
        List<String> retold = new ArrayList<>();
        boolean batchEnded = false;
        for (String line : story.lines().toList()) {
            boolean arrow = line.startsWith(ARROW);
            if (!arrow) {
                retold.add(live(line));
            } else if (!batchEnded) {
                retold.addAll(trade());
            }
            batchEnded = arrow;
        }
        return String.join("\n", retold) + "\n";
    }

    private String live(String line) {
        String[] words = line.split("[ ,]+");
        switch (words[0]) {
            case "buy" -> commands.add(place(Side.BUY, words));
            case "sell" -> commands.add(place(Side.SELL, words));
            case "cancel" -> commands.add(new CancelOrder(id(words[1]), after("by", words, words[1])));
            case "wait" -> nowMillis += millis(words[1]);
            case "self-trades" -> selfTrades = new SelfTrades(SelfTrades.Rule.valueOf(words[1]), words.length == 2
                    ? new TreeMap<>()
                    : new TreeMap<>(Map.of(words[2], SelfTrades.Rule.valueOf(words[3]))));
            case "restart" -> market = state.restored();
            case "open" -> {
                return "open " + orNothing(state.openOrders().stream()
                        .map(order -> names.get(order.orderId()) + " " + order.remaining())
                        .collect(Collectors.joining(", ")));
            }
            default -> throw new IllegalArgumentException(line);
        }
        return line;
    }

    private List<String> trade() {
        Batch batch = new Batch(nowMillis, TIMEOUT_MILLIS, WINDOW_MILLIS, Integer.MAX_VALUE, MAX_GTC_ORDERS,
                Integer.MAX_VALUE, selfTrades, List.copyOf(commands));
        commands.clear();
        Outcome outcome = market.trade(batch);
        state.apply(batch, outcome);
        List<String> events = Stream
                .concat(outcome.closed().stream().map(this::told), outcome.sales().stream().map(this::told)).toList();
        return events.isEmpty() ? List.of(ARROW + "nothing") : events;
    }

    private String told(ClosedOrder closed) {
        return ARROW + switch (closed.reason()) {
            case EXPIRED -> "expired ";
            case CANCELLED -> "cancelled ";
            case REJECTED -> throw new AssertionError("rejected, but not by which bound");
            case MAX_OPEN_ORDERS -> "too many open ";
            case MAX_GTC_ORDERS -> "too many gtc ";
            case MAX_PRODUCTS -> "too many products ";
            case SELF_TRADE -> "self-trade ";
            case UNFILLED -> "unfilled ";
        } + names.get(closed.order().orderId()) + " " + closed.order().remaining();
    }

    private String told(Sale sale) {
        return ARROW + names.get(sale.purchaseOrderId()) + " " + names.get(sale.salesOrderId()) + " " + sale.quantity()
                + " @" + sale.price() / 100 + "." + sale.price() / 10 % 10 + sale.price() % 10;
    }

    private PlaceOrder place(Side side, String[] words) {
        String name = words[1];
        long price = PlaceOrder.ANY_PRICE;
        for (String word : words) {
            if (word.startsWith("@")) {
                price = Long.parseLong(word.replaceAll("[@.]", ""));
            }
        }
        return new PlaceOrder(offset++, id(name), side, words[2], after("by", words, name), Long.parseLong(words[3]),
                price, nowMillis - millis(after("of", words, "0s")), timeInForce(words), expiresAt(words));
    }

    private static TimeInForce timeInForce(String[] words) {
        List<String> all = List.of(words);
        return all.contains("until")
                ? TimeInForce.GTT
                : all.contains("gtc")
                        ? TimeInForce.GTC
                        : all.contains("ioc") ? TimeInForce.IOC : TimeInForce.TIMEOUT;
    }

    private long expiresAt(String[] words) {
        return timeInForce(words) == TimeInForce.GTT ? nowMillis + millis(after("until", words, "")) : 0;
    }

    private UUID id(String name) {
        long version = Character.isLowerCase(name.charAt(0)) ? 7 : 8;
        UUID id = ids.computeIfAbsent(name, any -> new UUID(version << 12, 1L << 63 | ids.size()));
        names.put(id, name);
        return id;
    }

    private static String after(String word, String[] words, String otherwise) {
        int at = List.of(words).indexOf(word);
        return at < 0 ? otherwise : words[at + 1];
    }

    private static long millis(String text) {
        return text.endsWith("ms")
                ? Long.parseLong(text.replace("ms", ""))
                : 1_000 * Long.parseLong(text.replace("s", ""));
    }

    private static String orNothing(String text) {
        return text.isEmpty() ? "nothing" : text;
    }
}
