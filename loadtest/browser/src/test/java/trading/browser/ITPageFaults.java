package trading.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.RouteOptions;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import trading.local.Stack;

/** The market page where answers fail, come late, or do not come. */
@ExtendWith(SharedStack.class)
class ITPageFaults {

    private static final String NOTHING_HAPPENED = ":\n\n";

    /** The same, of a stream that goes on where another one ended. */
    private static final String NOTHING_NEW = "id:1\n\n";
    private static final String ORDER = "01a2033a-1dcc-7025-9146-2155d9c59061";
    private static final String SOLD_IN_PART = "event:SALE\ndata:{\"type\":\"SALE\",\"orderId\":\"" + ORDER
            + "\",\"productId\":\"mango\",\"tradeId\":1,\"price\":\"1.20\",\"quantity\":1,\"remaining\":4}\n\n";

    /** Draws nothing, and notes the volumes that it is given. */
    private static final String NOTING_CHARTS = """
            export const CandlestickSeries = 'candles';
            export const HistogramSeries = 'volumes';
            const nothing = () => {};
            const scale = { applyOptions: nothing, setVisibleLogicalRange: nothing };
            const note = (kind, change) => { if (kind === HistogramSeries) { window.drawn = change(window.drawn); } };
            export const createChart = () => ({
              applyOptions: nothing,
              timeScale: () => scale,
              addSeries: (kind) => ({
                applyOptions: nothing,
                priceScale: () => scale,
                setData: (candles) => note(kind, () => candles),
                update: (candle) => note(kind, (drawn) => [...drawn.filter((other) => other.time < candle.time), candle]),
              }),
            });""";

    private static final String HIDDEN_UNTIL_SEEN = "Object.defineProperty(document, 'hidden', { get: () => !window.isSeen })";
    private static final String SEEN = "window.isSeen = true; document.dispatchEvent(new Event('visibilitychange'))";

    private static final String NOTE_WHAT_IS_TOLD = """
            (() => {
              const connection = document.querySelector('#connection');
              window.told = [];
              new MutationObserver(() => told.push(connection.textContent))
                  .observe(connection, { subtree: true, childList: true, characterData: true });
            })()""";

    private static Stack stack;
    private static Browser browser;

    @BeforeAll
    static void start(Stack shared) {
        browser = new Browser();
        stack = shared;
    }

    @AfterAll
    static void stop() {
        browser.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 504})
    void aProductThatIsNotHeardOfIsStaleUntilItIs(int status) {
        String product = "kiwi-" + status;
        try (Visitor visitor = visitor().open(product).tillCancelled()) {
            visitor.order("SELL", "kit", "5", "1.20");
            visitor.awaitText("#asks", "1.20");
            visitor.page().route("**/products/*/stream", failing(status, "Not now"));
            visitor.page().reload();

            visitor.awaitText("#connection", "Disconnected, trying again");
            visitor.awaitText("#products", product);
            assertStale(visitor, "1", "0.5");
            visitor.page().unroute("**/products/*/stream");
            visitor.awaitText("#connection", "Live");
            visitor.awaitText("#asks", "1.20");
            assertStale(visitor, "1", "1");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    private static void assertStale(Visitor visitor, String ofAll, String ofProduct) {
        assertThat(visitor.find("#products")).hasCSS("opacity", ofAll);
        for (String part : List.of(".product .card-head", "#book", "#trades")) {
            assertThat(visitor.find(part)).hasCSS("opacity", ofProduct);
        }
    }

    /** What the stream of events would tell is kept from the page, as where a gateway cannot read it back. */
    @Test
    void ordersThatEndedUnheardAreAskedFor() {
        AtomicReference<String> events = new AtomicReference<>(NOTHING_NEW);
        try (Visitor visitor = visitor()) {
            Page page = visitor.page();
            page.route("**/events?userId=*", telling(() -> events.getAndSet(NOTHING_NEW)));
            visitor.open("currant").tillCancelled();
            String filled = sell(visitor, "3.00");
            String cancelled = sell(visitor, "4.00");
            String open = sell(visitor, "5.00");
            get(visitor, "/buy?productId=currant&quantity=5&userId=ben");
            page.request().delete("/orders/" + cancelled + "?userId=ann");
            page.waitForCondition(() -> get(visitor, "/orders/" + filled).contains("FILLED")
                    && get(visitor, "/orders/" + cancelled).contains("CANCELLED"));
            assertThat(visitor.find("#mine .status").allTextContents()).allMatch("in the book"::equals);

            events.set("event:MISSED\ndata:{\"records\":7}\n\n");
            visitor.awaitText(item(filled), "filled, in the database");
            visitor.awaitText(item(filled), "5 traded, last at 3.00, in the database");
            visitor.awaitText(item(cancelled), "cancelled");
            assertThat(visitor.find(item(open))).containsText("in the book");
            assertThat(visitor.find(item(open) + " button")).isVisible();
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** As where a stop ended the stream before it told how far it is. */
    @Test
    void ordersThatEndedBetweenTwoStreamsAreAskedFor() {
        try (Visitor visitor = visitor()) {
            visitor.page().route("**/events?userId=*", telling(() -> NOTHING_HAPPENED));
            visitor.open("currant").tillCancelled();
            visitor.order("SELL", "axel", "5", "2.50");
            visitor.awaitText("#mine .status", "in the book");
            visitor.page().request().delete("/orders?userId=axel");
            visitor.awaitText("#mine .status", "cancelled");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void whatBecameOfACancelIsAskedFor() {
        try (Visitor visitor = visitor()) {
            visitor.page().route("**/events?userId=*", telling(() -> NOTHING_NEW));
            visitor.open("currant").tillCancelled();
            visitor.order("SELL", "alma", "5", "2.00");
            visitor.awaitText("#mine .status", "in the book");
            visitor.page().click("#mine .cancel");
            visitor.awaitText("#mine .status", "cancelled");
            assertThat(visitor.find("#mine .cancel")).isHidden();
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** The database does not have the price of an order that is open. */
    @Test
    void aPriceThatIsNotKnownIsNotAnyPrice() {
        String sold = "event:PURCHASE\ndata:{\"type\":\"PURCHASE\",\"orderId\":\"" + ORDER
                + "\",\"productId\":\"mango\",\"tradeId\":1,\"price\":\"1.20\",\"quantity\":4,\"remaining\":6}\n\n";
        try (Visitor visitor = visitor()) {
            Page page = visitor.page();
            page.route("**/events?userId=*", telling(() -> sold));
            page.route("**/orders?userId=*", answering("{\"orders\":[]}"));
            page.route("**/orders/" + ORDER, answering("{\"id\":\"" + ORDER
                    + "\",\"status\":\"PARTIALLY_FILLED\",\"side\":\"BUY\",\"productId\":\"mango\",\"userId\":\"max\","
                    + "\"quantity\":10,\"filled\":4,\"remaining\":6,\"sales\":[]}"));
            visitor.open("mango");
            visitor.fillIn("#order-userId", "max");
            visitor.awaitText("#mine .what", "Buy 10 mango");
            assertThat(visitor.find("#mine .what")).hasText("Buy 10 mango");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"next\":\"/orders?userId=cara&after=1\"", "\"incomplete\":true"})
    void thatNotAllOrdersAreShownIsSaid(String hint) {
        try (Visitor visitor = visitor().open("cherry")) {
            visitor.page().route("**/orders?userId=cara&status=OPEN&*", answering("{\"orders\":[]," + hint + '}'));
            visitor.fillIn("#order-userId", "cara");
            visitor.awaitText("#mine-state", "live, not all are shown");
            visitor.fillIn("#order-userId", "carl");
            assertThat(visitor.find("#mine-state")).hasText("live");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** As after a gateway's start: it tells events before it knows what is open. */
    @Test
    void openOrdersThatCouldNotBeReadAreReadAgain() {
        AtomicInteger asked = new AtomicInteger();
        try (Visitor visitor = visitor().open("sloe").tillCancelled()) {
            visitor.order("SELL", "sal", "5", "1.20");
            visitor.awaitText("#mine .status", "in the book");
            visitor.page().route("**/orders?userId=sal&*", route -> {
                if (asked.incrementAndGet() == 2) {
                    route.abort();
                } else {
                    failing(503, "Not now").accept(route);
                }
            });
            visitor.page().reload();
            visitor.awaitText("#mine-state", "live, open ones are not known yet");
            visitor.page().waitForCondition(() -> asked.get() > 2);
            assertThat(visitor.find("#mine-empty")).isHidden();
            assertThat(visitor.find("#mine li")).hasCount(0);

            visitor.page().unroute("**/orders?userId=sal&*");
            visitor.awaitText("#mine .status", "in the book");
            assertThat(visitor.find("#mine-state")).hasText("live");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void openOrdersThatAreRefusedOrOfAFormerUserAreNotReadAgain() {
        List<String> asked = new ArrayList<>();
        try (Visitor visitor = visitor().open("sloe")) {
            Page page = visitor.page();
            page.onRequest(request -> {
                if (request.url().contains("/orders?userId=")) {
                    asked.add(request.url().replaceAll(".*userId=|&.*", ""));
                }
            });
            page.route("**/orders?userId=*", failing(400, "No"));
            page.route("**/orders?userId=ida&*", failing(503, "Not now"));
            visitor.fillIn("#order-userId", "ida");
            visitor.awaitText("#mine-state", "live, open ones are not known yet");
            visitor.fillIn("#order-userId", "ivo");
            page.waitForCondition(() -> asked.size() > 2);
            page.waitForTimeout(5_000);
            assertThat(asked).containsExactly("ida", "ivo", "ivo");
            assertThat(visitor.find("#mine-state")).hasText("live, not all are shown");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void theOrdersThatEndedLastStayBesideManyOpenOnes() {
        String open = IntStream.range(0, 62)
                .mapToObj(i -> "{\"id\":\"" + order(i) + "\",\"side\":\"SELL\",\"productId\":\"mango\",\"quantity\":5,"
                        + "\"price\":\"1.20\",\"filled\":0,\"status\":\"OPEN\"}")
                .toList().toString();
        // The last one that ends is the oldest.
        String ends = IntStream.range(0, 12)
                .mapToObj(i -> "event:CANCELLED\ndata:{\"type\":\"CANCELLED\",\"orderId\":\"" + order(11 - i)
                        + "\",\"productId\":\"mango\",\"remaining\":5}\n\n")
                .collect(Collectors.joining());
        AtomicReference<String> events = new AtomicReference<>(NOTHING_HAPPENED);
        try (Visitor visitor = visitor()) {
            Page page = visitor.page();
            page.route("**/events?userId=*", telling(() -> events.getAndSet(NOTHING_HAPPENED)));
            page.route("**/orders?userId=*", answering("{\"orders\":[]}"));
            page.route("**/orders?userId=max&status=OPEN&*", answering("{\"orders\":" + open + '}'));
            visitor.open("mango");
            visitor.fillIn("#order-userId", "max");
            assertThat(visitor.find("#mine li")).hasCount(62);

            page.unroute("**/orders?userId=max&status=OPEN&*");
            events.set(ends);
            visitor.awaitText(item(order(0)), "cancelled");
            assertThat(visitor.find("#mine li[data-status=CANCELLED]")).hasCount(10);
            assertThat(visitor.find("#mine li[data-status=OPEN]")).hasCount(50);
            assertThat(visitor.find(item(order(11)))).hasCount(0);
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** As in a batch of more than 500 events, and where a persister that was interrupted tells once more. */
    @Test
    void whatIsToldBehindAnEndOpensNothingAgain() {
        AtomicReference<String> events = new AtomicReference<>(NOTHING_HAPPENED);
        String sold = "event:PURCHASE\ndata:{\"type\":\"PURCHASE\",\"orderId\":\"" + ORDER
                + "\",\"productId\":\"mango\",\"tradeId\":1,\"price\":\"1.20\",\"quantity\":4,\"remaining\":6}\n\n";
        String rests = "event:OPEN\ndata:{\"type\":\"OPEN\",\"orderId\":\"" + ORDER
                + "\",\"productId\":\"mango\",\"side\":\"BUY\",\"price\":\"1.20\",\"remaining\":10}\n\n";
        String ends = "event:CANCELLED\ndata:{\"type\":\"CANCELLED\",\"orderId\":\"" + ORDER
                + "\",\"productId\":\"mango\",\"remaining\":6}\n\n";
        try (Visitor visitor = visitor()) {
            Page page = visitor.page();
            page.route("**/events?userId=*", telling(() -> events.getAndSet(NOTHING_HAPPENED)));
            page.route("**/orders?userId=*", answering("{\"orders\":[]}"));
            page.route("**/orders?userId=mae&status=OPEN&*", answering("{\"orders\":[{\"id\":\"" + ORDER
                    + "\",\"status\":\"OPEN\",\"side\":\"BUY\",\"productId\":\"mango\",\"userId\":\"mae\",\"quantity\":10,"
                    + "\"filled\":0,\"remaining\":10,\"price\":\"1.20\",\"acceptTime\":\"2026-11-22T12:27:50.101Z\"}]}"));
            visitor.open("mango");
            visitor.fillIn("#order-userId", "mae");
            visitor.awaitText("#mine .status", "in the book");

            events.set(rests + ends + sold + rests + sold);
            visitor.awaitText("#mine .progress", "4 traded, last at 1.20, in the database");
            assertThat(visitor.find("#mine .status")).hasText("cancelled");
            assertThat(visitor.find("#mine .cancel")).isHidden();
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    private static String order(int number) {
        return ORDER.substring(0, ORDER.length() - 2) + (10 + number);
    }

    /** Somebody may listen to what is told whenever it changes. */
    @Test
    void attemptsThatFailChangeNothingThatIsTold() {
        AtomicInteger attempts = new AtomicInteger();
        try (Visitor visitor = visitor()) {
            Page page = visitor.page();
            page.route("**/market/stream", route -> {
                attempts.incrementAndGet();
                failing(503, "Not now").accept(route);
            });
            page.navigate("/#sorrel");
            visitor.awaitText("#connection", "Disconnected, trying again");
            page.evaluate(NOTE_WHAT_IS_TOLD);
            int before = attempts.get();
            page.waitForCondition(() -> attempts.get() > before + 1);
            assertThat(page.evaluate("told")).isEqualTo(List.of());

            page.unroute("**/market/stream");
            visitor.awaitText("#connection", "Live");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void aBookWithoutSomeOrdersSaysSo() {
        try (Visitor visitor = visitor()) {
            visitor.page().route("**/products/damson/stream", telling(() -> "event:snapshot\ndata:{\"sequence\":1,"
                    + "\"ticker\":{\"productId\":\"damson\",\"ask\":\"1.20\",\"incomplete\":true},\"trades\":[]}\n\n"));
            visitor.page().navigate("/#damson");
            visitor.awaitText("#fact-ask", "1.20");
            assertThat(visitor.find("#book-incomplete")).isVisible();
            visitor.page().navigate("/#durian");
            assertThat(visitor.find("#book-incomplete")).isHidden();
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** Bounds that no test of the page reaches, as a gateway tells of them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MAX_OPEN_ORDERS | rejected: too many orders are open
            MAX_GTC_ORDERS  | rejected: too many of yours wait until cancelled
            MAX_PRODUCTS    | rejected: no room for another product
            """)
    void aRejectedOrderSaysByWhichBound(String reason, String told) {
        try (Visitor visitor = visitor()) {
            Page page = visitor.page();
            page.route("**/events?userId=*",
                    telling(() -> "event:REJECTED\ndata:{\"type\":\"REJECTED\",\"orderId\":\"" + ORDER
                            + "\",\"productId\":\"satsuma\",\"remaining\":5,\"reason\":\"" + reason + "\"}\n\n"));
            page.route("**/orders?userId=*", answering("{\"orders\":[]}"));
            visitor.open("satsuma");
            visitor.fillIn("#order-userId", "rex");
            visitor.awaitText("#mine .status", told);
            assertThat(visitor.find("#mine .cancel")).isHidden();
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** Whatever tells of an order may be late, and nothing in the market moves any more when it is there. */
    @Test
    void whereAnOrderStandsIsAskedForUntilItIsKnown() {
        AtomicInteger asked = new AtomicInteger();
        try (Visitor visitor = visitor().open("lychee").tillCancelled()) {
            Page page = visitor.page();
            page.route("**/events?userId=*", telling(() -> NOTHING_HAPPENED));
            page.route("**/orders?userId=*", answering("{\"orders\":[]}"));
            page.route(Pattern.compile("/orders/[-0-9a-f]{36}$"), route -> {
                asked.incrementAndGet();
                failing(503, "Not now").accept(route);
            });
            visitor.order("SELL", "lea", "5", "1.20");
            visitor.awaitText("#asks", "1.20");
            page.waitForCondition(() -> asked.get() > 4);
            assertThat(visitor.find("#mine .status")).hasText("in Kafka");

            page.unrouteAll();
            visitor.awaitText("#mine .status", "in the book");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** As where all streams of events are taken: what is sent before one is listened to ends unheard. */
    @Test
    void ordersThatEndedBeforeAnybodyListenedAreAskedFor() {
        try (Visitor visitor = visitor().open("sapote").tillCancelled()) {
            visitor.page().route("**/events?userId=*", failing(503, "Too many streams"));
            visitor.order("SELL", "lin", "5", "1.20");
            visitor.awaitText("#mine .status", "in the book");
            get(visitor, "/buy?productId=sapote&quantity=5&userId=ben");
            visitor.order("BUY", "lin", "2", "");
            get(visitor, "/sell?productId=sapote&quantity=2&userId=ben&price=1.10");
            visitor.awaitText("#mine li:has-text('Buy 2')", "filled, in the database");
            assertThat(visitor.find("#mine li:has-text('Sell 5')")).containsText("in the book");

            visitor.page().unrouteAll();
            visitor.awaitText("#mine li:has-text('Sell 5')", "filled, in the database");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void anOrderThatIsAnsweredLateIsNoOrderOfTheNextUser() {
        List<Route> late = new ArrayList<>();
        try (Visitor visitor = visitor().open("papaya")) {
            visitor.page().route("**/orders", late::add);
            visitor.order("SELL", "pam", "5", "1.20");
            visitor.page().waitForCondition(() -> !late.isEmpty());
            visitor.fillIn("#order-userId", "pat");
            visitor.awaitText("#mine-user", "pat");
            late.forEach(Route::resume);
            visitor.awaitText("#order-told", "Taken, for pam.");
            assertThat(visitor.find("#mine li")).hasCount(0);
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void anOrderThatIsSentAgainBehindAnotherOneIsStillTheSame() {
        AtomicReference<String> unheard = new AtomicReference<>("");
        try (Visitor visitor = visitor().open("olive").tillCancelled()) {
            visitor.page().route("**/orders", route -> {
                unheard.set(route.fetch().text());
                route.abort();
            }, new RouteOptions().setTimes(1));
            visitor.order("SELL", "ola", "5", "1.20");
            visitor.awaitText("#order-told", "did not answer");
            visitor.order("SELL", "ola", "5", "1.30");
            visitor.awaitText("#order-told", "Taken");
            Response again = visitor.page().waitForResponse("**/orders",
                    () -> visitor.order("SELL", "ola", "5", "1.20"));
            assertThat(again.text()).isEqualTo(unheard.get());
            assertThat(visitor.find("#mine li")).hasCount(2);

            // What became of it is known: the next one like it is another one.
            Response next = visitor.page().waitForResponse("**/orders",
                    () -> visitor.order("SELL", "ola", "5", "1.20"));
            assertThat(next.text()).isNotEqualTo(unheard.get());
            assertThat(visitor.find("#mine li")).hasCount(3);
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    private static String sell(Visitor visitor, String price) {
        visitor.order("SELL", "ann", "5", price);
        visitor.awaitText("#mine li:has-text('at " + price + "')", "in the book");
        return visitor.find("#mine li:has-text('at " + price + "')").getAttribute("data-id");
    }

    private static String item(String orderId) {
        return "#mine li[data-id='" + orderId + "']";
    }

    /** 404 is the answer of a gateway that is behind, and has not heard of the product. */
    @ParameterizedTest
    @ValueSource(ints = {404, 503})
    void candlesThatCannotBeReadAreTriedAgain(int status) {
        String product = "date-" + status;
        AtomicInteger asked = new AtomicInteger();
        try (Visitor visitor = visitor().open(product)) {
            trade(visitor, product, 1);
            visitor.page().route("**/candles?*", failing(status, "Not now"));
            visitor.page().reload();
            visitor.awaitText("#chart-empty", "Not now");
            visitor.page().unroute("**/candles?*");
            assertThat(visitor.find("#chart-empty")).isHidden();

            Response second = choose(visitor, "1s");
            assertThat(second.ok()).isTrue();
            visitor.page().route("**/candles?*", route -> {
                asked.incrementAndGet();
                failing(status, "Not now").accept(route);
            });
            // The next candle makes the page read those before it once more.
            for (int tradeId = 2; tradeId < 20 && asked.get() == 0; tradeId++) {
                trade(visitor, product, tradeId);
            }
            visitor.page().waitForCondition(() -> asked.get() > 1);
            assertThat(visitor.find("#chart-empty")).isHidden();
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void eachTradeIsInItsCandleOnce() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        AtomicReference<@Nullable Route> held = new AtomicReference<>();
        try (Visitor visitor = visitor()) {
            Page page = visitor.page();
            page.route("**/lightweight-charts.js", route -> route.fulfill(
                    new FulfillOptions().setStatus(200).setContentType("text/javascript").setBody(NOTING_CHARTS)));
            visitor.open("tamarind");
            trade(visitor, "tamarind", 1);
            page.waitForCondition(() -> volume(page) == 1);

            // The stream is ahead of the answer.
            page.route("**/candles?interval=5m&*", route -> {
                asked.incrementAndGet();
                held.set(route);
            });
            page.check("input[name=interval][value='5m']");
            page.waitForCondition(() -> held.get() != null);
            Route route = Objects.requireNonNull(held.get());
            APIResponse one = route.fetch();
            trade(visitor, "tamarind", 2);
            route.fulfill(new FulfillOptions().setResponse(one));
            page.waitForCondition(() -> volume(page) == 2);
            assertThat(asked).hasValue(1);

            // The answer is ahead of the stream.
            page.route("**/candles?interval=1h&*", ahead -> ahead.fulfill(
                    new FulfillOptions().setResponse(ahead.fetch()).setBody(withTheNextTrade(ahead.fetch().text()))));
            choose(visitor, "1h");
            page.waitForCondition(() -> volume(page) == 3);
            trade(visitor, "tamarind", 3);
            assertThat(volume(page)).isEqualTo(3);
            trade(visitor, "tamarind", 4);
            page.waitForCondition(() -> volume(page) == 4);
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    private static int volume(Page page) {
        return ((Number) page.evaluate("() => drawn.reduce((sum, candle) => sum + candle.value, 0)")).intValue();
    }

    private static String withTheNextTrade(String candles) {
        Matcher last = Pattern.compile("(.*\"volume\":\")(\\d+)(\".*\"lastTradeId\":)(\\d+)(.*)").matcher(candles);
        assertThat(last.matches()).isTrue();
        return last.group(1) + (Long.parseLong(last.group(2)) + 1) + last.group(3)
                + (Long.parseLong(last.group(4)) + 1) + last.group(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {-3_600, -90, 90, 3_600})
    void aClockThatIsWrongTakesNoCandles(int seconds) {
        String product = "nectarine-" + Math.abs(seconds) + (seconds < 0 ? "-behind" : "-ahead");
        try (Visitor visitor = visitor()) {
            visitor.page().clock()
                    .setFixedTime(System.currentTimeMillis() + Duration.ofSeconds(seconds).toMillis());
            visitor.open(product);
            trade(visitor, product, 1);
            visitor.page().reload();
            visitor.awaitText("#trades tr[data-trade-id='1']", "1.20");
            assertThat(visitor.find("#chart-empty")).isHidden();
            Response answer = choose(visitor, "1s");
            assertThat(answer.text()).contains("\"volume\":\"1\"");
            assertThat(visitor.find("#chart-empty")).isHidden();
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void aTradeBeforeItsCandlesLeavesTheStreamAsItIs() {
        List<Route> late = new ArrayList<>();
        AtomicInteger streams = new AtomicInteger();
        try (Visitor visitor = visitor()) {
            visitor.page().onRequest(request -> {
                if (request.url().endsWith("/sorrel/stream")) {
                    streams.incrementAndGet();
                }
            });
            visitor.open("sorrel");
            trade(visitor, "sorrel", 1);
            assertThat(visitor.find("#chart-empty")).isHidden();
            streams.set(1);
            visitor.page().route("**/candles?interval=1h&*", late::add);
            visitor.page().check("input[name=interval][value='1h']");
            visitor.page().waitForCondition(() -> !late.isEmpty());

            trade(visitor, "sorrel", 2);
            trade(visitor, "sorrel", 3);
            assertThat(visitor.find("#chart-empty")).hasText("Loading…");
            late.forEach(Route::resume);
            assertThat(visitor.find("#chart-empty")).isHidden();
            assertThat(streams).hasValue(1);
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** As one that is opened behind the tab that is looked at. */
    @Test
    void aTabThatNobodyHasSeenYetGivesItsStreamsBack() {
        AtomicInteger ended = new AtomicInteger();
        try (Visitor visitor = visitor()) {
            Page page = visitor.page();
            page.addInitScript(HIDDEN_UNTIL_SEEN);
            page.onRequestFailed(request -> {
                if (request.url().endsWith("/stream")) {
                    ended.incrementAndGet();
                }
            });
            page.clock().install();
            visitor.open("loquat");
            page.clock().fastForward(Duration.ofSeconds(31).toMillis());
            page.waitForCondition(() -> ended.get() > 0);

            page.evaluate(SEEN);
            visitor.awaitText("#connection", "Live");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void aTabThatNobodySeesAsksForNoProductThatNobodyKnows() {
        AtomicInteger asked = new AtomicInteger();
        try (Visitor visitor = visitor()) {
            Page page = visitor.page();
            page.addInitScript(HIDDEN_UNTIL_SEEN);
            page.onResponse(response -> {
                if (response.url().endsWith("/products/medlar/stream")) {
                    asked.incrementAndGet();
                }
            });
            page.clock().install();
            visitor.open("medlar");
            page.waitForCondition(() -> asked.get() == 1);
            for (int look = 0; look < 3; look++) {
                page.clock().fastForward(Duration.ofSeconds(10).toMillis());
            }
            get(visitor, "/sell?productId=medlar&quantity=5&userId=mel&price=9.00");
            page.waitForCondition(() -> get(visitor, "/products/medlar/book").contains("9.00"));
            page.clock().fastForward(Duration.ofSeconds(10).toMillis());

            page.evaluate(SEEN);
            visitor.awaitText("#asks", "9.00");
            assertThat(asked).hasValue(2);
        }
    }

    @Test
    void whatIsOnlyLookedAtLeavesTheProductsStreamAsItIs() {
        List<Route> late = new ArrayList<>();
        AtomicInteger streams = new AtomicInteger();
        AtomicInteger markets = new AtomicInteger();
        try (Visitor visitor = visitor()) {
            Page page = visitor.page();
            page.onRequest(request -> {
                if (request.url().endsWith("/mango/stream")) {
                    streams.incrementAndGet();
                } else if (request.url().endsWith("/market/stream")) {
                    markets.incrementAndGet();
                }
            });
            page.route("**/events?userId=*", telling(() -> SOLD_IN_PART + "event:MISSED\ndata:{\"records\":7}\n\n"));
            page.route("**/orders/" + ORDER, late::add);
            visitor.open("mango");
            get(visitor, "/sell?productId=mango&quantity=5&price=1.20&userId=ann");
            visitor.awaitText("#asks", "1.20");
            visitor.fillIn("#order-userId", "mag");
            page.waitForCondition(() -> !late.isEmpty());
            streams.set(1);
            markets.set(0);
            page.waitForCondition(() -> markets.get() > 1);
            assertThat(streams).hasValue(1);
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** The streams come back to a gateway all of whose connections are taken. */
    @Test
    void streamsThatGaveWayForLongAreToldOf() {
        List<Route> late = new ArrayList<>();
        try (Visitor visitor = visitor().open("durian")) {
            Page page = visitor.page();
            page.route("**/orders", late::add);
            page.route("**/stream", route -> {});
            visitor.order("SELL", "dan", "5", "1.20");
            assertThat(visitor.find("#connection")).not().hasText("Live", new HasTextOptions().setTimeout(15_000));
            assertThat(visitor.find("#order-told")).isEmpty();

            page.unroute("**/stream");
            late.forEach(Route::resume);
            visitor.awaitText("#order-told", "Taken");
            visitor.awaitText("#connection", "Live");
            visitor.awaitText("#asks", "1.20");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** Logs of former days may have such products: a browser would leave the id out of its paths. */
    @Test
    void productsThatNoPathCanNameAreLeftOut() {
        try (Visitor visitor = visitor()) {
            visitor.page().route("**/market/stream", market(".", "..", "yuzu"));
            visitor.page().navigate("/#..");
            visitor.awaitText("#product-title", "yuzu");
            assertThat(visitor.find("#products tbody tr")).hasCount(1);
            visitor.page().fill("#order-productId", ".");
            visitor.order("BUY", "bob", "1", "");
            visitor.awaitText("#error-productId", "Expected: neither . nor ..");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void theFirstProductReplacesNothingThatSomebodyHasTyped() {
        List<Route> late = new ArrayList<>();
        try (Visitor visitor = visitor()) {
            Page page = visitor.page();
            page.route("**/market/stream", late::add);
            page.navigate("/");
            page.waitForCondition(() -> !late.isEmpty());
            page.fill("#order-productId", "rye");
            late.forEach(market("yuzu"));
            visitor.awaitText("#product-title", "yuzu");
            assertThat(visitor.find("#order-productId")).hasValue("rye");

            page.route("**/market/stream", market("yuzu"));
            page.navigate("/#zucchini");
            assertThat(visitor.find("#order-productId")).hasValue("zucchini");
            page.navigate("about:blank");
            page.navigate("/");
            assertThat(visitor.find("#order-productId")).hasValue("yuzu");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void backLeadsToTheProductThatWasTheFirst() {
        try (Visitor visitor = visitor()) {
            Page page = visitor.page();
            page.route("**/market/stream", market("yuzu"));
            page.navigate("/");
            visitor.awaitText("#product-title", "yuzu");
            page.navigate("/#zucchini");
            visitor.awaitText("#product-title", "zucchini");
            page.route("**/market/stream", market("apricot", "yuzu"));
            visitor.awaitText("#products", "apricot");

            page.goBack();
            visitor.awaitText("#product-title", "yuzu");
            assertThat(visitor.find("#order-productId")).hasValue("yuzu");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** All that is told of the market: these products, and nothing after them. */
    private static Consumer<Route> market(String... ids) {
        String products = List.of(ids).stream().map(id -> "{\"productId\":\"" + id
                + "\",\"price\":\"1.20\",\"open24h\":\"1.20\",\"volume24h\":\"1\",\"sales24h\":1,\"sales1m\":0}")
                .toList().toString();
        return telling(() -> "event:snapshot\ndata:{\"sequence\":1,\"products\":" + products
                + ",\"pipeline\":{\"salesPerMinute\":0,\"engines\":{\"behindMillis\":0},"
                + "\"persisters\":{\"behindMillis\":0}}}\n\n");
    }

    private static Visitor visitor() {
        return browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, 1440, 900);
    }

    private static Consumer<Route> failing(int status, String detail) {
        return route -> route.fulfill(new FulfillOptions().setStatus(status).setContentType("application/problem+json")
                .setBody("{\"title\":\"No\",\"status\":" + status + ",\"detail\":\"" + detail + "\"}"));
    }

    /** A stream that ends behind these events, asked for each time it is opened again. */
    private static Consumer<Route> telling(Supplier<String> events) {
        return route -> route.fulfill(
                new FulfillOptions().setStatus(200).setContentType("text/event-stream").setBody(events.get()));
    }

    private static Consumer<Route> answering(String body) {
        return route -> route
                .fulfill(new FulfillOptions().setStatus(200).setContentType("application/json").setBody(body));
    }

    /** Chooses how long a candle is, and waits for the answer with them. */
    private static Response choose(Visitor visitor, String interval) {
        return visitor.page().waitForResponse(response -> response.url().contains("/candles?interval=" + interval),
                () -> visitor.page().check("input[name=interval][value='" + interval + "']"));
    }

    /** Somebody else's sale, from the order that the page shows to the trade. */
    private static void trade(Visitor visitor, String product, int tradeId) {
        get(visitor, "/sell?productId=" + product + "&quantity=1&price=1.20&userId=ann");
        visitor.awaitText("#asks", "1.20");
        get(visitor, "/buy?productId=" + product + "&quantity=1&userId=ben");
        visitor.awaitText("#trades tr[data-trade-id='" + tradeId + "']", "1.20");
    }

    private static String get(Visitor visitor, String path) {
        APIResponse answer = visitor.page().request().get(path);
        return answer.text();
    }
}
