package trading.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import trading.command.Checkout;
import trading.local.DatabaseAddress;
import trading.local.Stack;
import trading.local.StackOptions;
import trading.testing.Tokens;

/** The market page in a browser, with a stack as a newcomer starts it. */
@ExtendWith(SharedStack.class)
class ITPage {

    private static final int WIDE = 1440;
    private static final int HIGH = 900;
    private static final int PHONE = 390;

    /** Figures of the list of products that their cells cut, or that are out of sight behind its edge. */
    private static final String CUT = """
            (() => {
              const end = document.querySelector('#products-scroll').getBoundingClientRect().left
                  + document.querySelector('#products-scroll').clientWidth;
              return [...document.querySelectorAll('#products td')]
                  .filter(cell => cell.scrollWidth > cell.clientWidth || cell.getBoundingClientRect().right > end + 1)
                  .map(cell => cell.textContent);
            })()""";

    /** Texts over the chart that are printed over each other, or over the edge. */
    private static final String ON_TOP_OF_ANOTHER = """
            (() => {
              const texts = [...document.querySelectorAll('.product .card-head :is(.price, .change, dt, dd, label span)')]
                  .filter(element => element.textContent && element.getClientRects().length)
                  .map(element => {
                    const range = document.createRange();
                    range.selectNodeContents(element);
                    return { text: element.textContent, box: range.getBoundingClientRect() };
                  });
              const all = document.querySelector('.product .card-head').getBoundingClientRect();
              const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
              return texts.filter(({ box }, i) => box.right > all.right || box.left < all.left || box.bottom > all.bottom
                  || texts.some((other, j) => i !== j && meet(box, other.box))).map(({ text }) => text);
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
    @EnumSource(value = ColorScheme.class, names = {"LIGHT", "DARK"})
    void anOrderBecomesASaleThatThePageShows(ColorScheme theme) {
        String product = "apple-" + theme;
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), theme, WIDE, HIGH).open(product)) {
            visitor.awaitText("#chart-empty", "Never sold");
            visitor.order("SELL", "sue-" + theme, "5", "1.20");
            visitor.awaitText("#mine li", "in the book");
            visitor.awaitText("#asks", "1.20");
            visitor.order("BUY", "bob-" + theme, "3", "1.25");

            visitor.awaitText("#mine li", "filled, in the database");
            visitor.awaitText("#mine li", "3 traded, last at 1.20, in the database");
            visitor.awaitText("#trades tr[data-trade-id='1']", "1.20");
            visitor.awaitText("#last-price", "1.20");
            visitor.awaitText("#products tr:has-text('" + product + "')", "1.20");
            visitor.awaitText("#asks tr.level", "2");
            assertThat(visitor.find("#chart-empty").isVisible()).isFalse();
            visitor.awaitText("#engines", "engine-148");
            visitor.awaitText("#persisters", "persister-148");

            visitor.find("#order-userId").fill("sue-" + theme);
            visitor.find("#order-userId").blur();
            visitor.awaitText("#mine li", "3 traded");
            visitor.find("#mine li button").click();
            visitor.awaitText("#mine li", "cancelled");
            visitor.awaitText("#spread", "no open order");
            assertThat(isDark(visitor)).isEqualTo(theme == ColorScheme.DARK);
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void anImmediateOrderSaysHowMuchOfItNobodyTraded() {
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open("peach")
                .tillCancelled()) {
            visitor.order("SELL", "paul", "2", "1.20");
            visitor.awaitText("#asks", "1.20");
            visitor.page().selectOption("#order-timeInForce", "IOC");
            visitor.order("BUY", "peg", "5", "");
            visitor.awaitText("#mine .status", "cancelled: nobody traded the rest at once");
            visitor.order("BUY", "peg", "4", "");
            visitor.awaitText("#mine li:has-text('Buy 4')", "cancelled: nobody traded at once");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void aPriceThatRoseFiftyfoldFitsItsColumn() {
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open("tulip")) {
            visitor.order("SELL", "sue", "1", "1.00");
            visitor.order("BUY", "bob", "1", "");
            visitor.awaitText("#trades tr[data-trade-id='1']", "1.00");
            visitor.order("SELL", "sue", "1", "50.00");
            visitor.order("BUY", "bob", "1", "");

            visitor.awaitText("#products tr:has-text('tulip')", "▲ 4,900 %");
            assertThat(visitor.page().evaluate(CUT)).isEqualTo(List.of());
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** Wide enough for all of them beside each other, or not: each is there as a whole, and none on top of another. */
    @ParameterizedTest
    @ValueSource(ints = {320, 400, 1000, 1200, 1400})
    void longFiguresAreShownAsAWhole(int width) {
        String product = "pomegranate-of-a-long-name-" + width;
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, width, HIGH).open(product)
                .tillCancelled()) {
            visitor.order("SELL", "lou-" + width, "335800", "100298923.40");
            visitor.awaitText("#fact-ask", "100,298,923.40");
            visitor.order("BUY", "lea-" + width, "335799", "");
            visitor.awaitText("#last-price", "100,298,923.40");
            visitor.order("BUY", "lea-" + width, "1", "100298923.30");
            visitor.awaitText("#fact-bid", "100,298,923.30");
            visitor.awaitText("#products tr:has-text('" + product + "')", "335.8K");

            assertThat(visitor.page().evaluate(CUT)).isEqualTo(List.of());
            assertThat(visitor.page().evaluate(ON_TOP_OF_ANOTHER)).isEqualTo(List.of());
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void thePageGoesOnAfterARestartOfTheGateway() throws Exception {
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open("pear")
                .tillCancelled()) {
            visitor.order("SELL", "pia", "5", "2.10");
            visitor.awaitText("#mine li", "in the book");
            stack.restart("gateway");
            visitor.page().waitForCondition(() -> visitor.find("#connection").textContent().equals("Live"));
            visitor.awaitText("#asks", "2.10");
            visitor.order("BUY", "pit", "2", "");
            visitor.awaitText("#mine li", "filled, in the database");
            visitor.awaitText("#trades tr[data-trade-id='1']", "2.10");
            visitor.page().reload();
            visitor.awaitText("#trades tr[data-trade-id='1']", "2.10");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** A browser has six connections to a gateway, and the streams of these two windows take them all. */
    @Test
    void twoWindowsBesideEachOtherTradeWithEachOther() {
        try (Visitor sue = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open("grape")) {
            sue.fillIn("#order-userId", "sue");
            sue.awaitText("#mine-state", "live");
            Visitor bob = sue.nextWindow().open("grape");
            bob.fillIn("#order-userId", "bob");
            bob.awaitText("#mine-state", "live");
            bob.awaitText("#chart-empty", "Never sold");
            sue.order("SELL", "sue", "5", "1.20");
            sue.awaitText("#order-told", "Taken");
            bob.awaitText("#asks", "1.20");
            bob.order("BUY", "bob", "3", "");
            bob.awaitText("#order-told", "Taken");
            bob.awaitText("#mine li", "3 traded, last at 1.20, in the database");
            sue.awaitText("#mine li", "3 traded, last at 1.20, in the database");
            for (Visitor each : List.of(sue, bob)) {
                each.awaitText("#trades tr[data-trade-id='1']", "1.20");
                each.awaitText("#connection", "Live");
                assertThat(each.complaints()).isEmpty();
            }
        }
    }

    /** Events tell what is left of an order, and not what it was: that is read, once for each. */
    @Test
    void anOrderFromElsewhereIsShownAsItWasGiven() {
        List<String> asked = new ArrayList<>();
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open("fig")) {
            visitor.page().onRequest(request -> {
                if (request.url().matches(".*/orders/[-0-9a-f]{36}")) {
                    asked.add(request.url());
                }
            });
            visitor.fillIn("#order-userId", "finn");
            visitor.awaitText("#mine-state", "live");
            visitor.page().request().get("/sell?productId=fig&quantity=5&userId=finn&price=3.00");
            visitor.page().request().get("/buy?productId=fig&quantity=2&userId=bob");
            visitor.awaitText("#mine .what", "Sell 5 fig at 3.00");
            visitor.awaitText("#mine .progress", "2 traded, last at 3.00, in the database");
            visitor.page().request().get("/buy?productId=fig&quantity=3&userId=bob");
            visitor.awaitText("#mine .progress", "5 traded, last at 3.00, in the database");
            visitor.page().request().get("/sell?productId=fig&quantity=4&userId=bob&price=3.10");
            visitor.page().request().get("/buy?productId=fig&quantity=4&userId=finn");
            visitor.awaitText("#mine li:has-text('Buy 4 fig')", "4 traded, last at 3.10, in the database");
            assertThat(visitor.find("#mine li").count()).isEqualTo(2);
            assertThat(asked).isNotEmpty().doesNotHaveDuplicates();
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void anOpenOrderFromElsewhereCanBeCancelled() {
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open("medlar")) {
            visitor.fillIn("#order-userId", "uma");
            visitor.awaitText("#mine-state", "live");
            visitor.page().request().get("/buy?productId=medlar&quantity=5&userId=uma");
            visitor.awaitText("#spread", "nobody sells");
            visitor.awaitText("#mine .what", "Buy 5 medlar at any price");
            visitor.page().click("#mine .cancel");
            visitor.awaitText("#mine .status", "cancelled");
            visitor.awaitText("#spread", "no open order");
            assertThat(visitor.find("#mine li").count()).isEqualTo(1);
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void allOpenOrdersAreCancelledAtOnceWhenThatIsMeant() {
        AtomicBoolean isMeant = new AtomicBoolean();
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open("quince")
                .tillCancelled()) {
            visitor.page().onDialog(dialog -> {
                assertThat(dialog.message()).isEqualTo("Cancel all open orders of ugo?");
                if (isMeant.get()) {
                    dialog.accept();
                } else {
                    dialog.dismiss();
                }
            });
            visitor.order("BUY", "ugo", "5", "1.00");
            visitor.awaitText("#mine li:has-text('Buy 5')", "in the book");
            assertThat(visitor.find("#cancel-all").isVisible()).as("with a single order").isFalse();
            visitor.page().request().get("/buy?productId=medlar-2&quantity=6&userId=ugo");
            visitor.order("BUY", "ugo", "7", "1.10");
            visitor.awaitText("#mine li:has-text('Buy 6')", "in the book");
            visitor.awaitText("#mine li:has-text('Buy 7')", "in the book");

            visitor.page().click("#cancel-all");
            assertThat(visitor.find("#mine [data-status='OPEN']").count()).as("not meant").isEqualTo(3);
            isMeant.set(true);
            visitor.page().focus("#cancel-all");
            visitor.page().keyboard().press("Enter");
            visitor.awaitText("#order-told", "Cancels sent: 3.");
            visitor.awaitText("#mine li:has-text('Buy 5')", "cancelled");
            visitor.awaitText("#mine li:has-text('Buy 6')", "cancelled");
            visitor.awaitText("#mine li:has-text('Buy 7')", "cancelled");
            visitor.awaitText("#spread", "no open order");
            assertThat(visitor.find("#cancel-all").isVisible()).as("with none open").isFalse();
            assertThat(visitor.page().evaluate("document.activeElement.id")).isEqualTo("mine-title");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void aHugePriceLeavesRoomForNames() {
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open("island")) {
            visitor.order("SELL", "sue", "1", "10000000000000.00");
            visitor.order("BUY", "bob", "1", "");
            visitor.awaitText("#last-price", "10,000,000,000,000.00");
            visitor.awaitText("#products tr:has-text('island')", "10.0T");
            assertThat(visitor.find("#products tr:has-text('island') td").first().getAttribute("title"))
                    .isEqualTo("10,000,000,000,000.00");
            assertThat(visitor.page().evaluate(CUT)).isEqualTo(List.of());
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** A Number does not tell apart as many decimals as these prices have. */
    @ParameterizedTest
    @ValueSource(strings = {"3000000000000.0001", "99999999999999.9999"})
    void aPriceOfManyDigitsLeavesThePageAlive(String price) {
        String product = "long-" + price.length();
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open(product)) {
            visitor.order("SELL", "sue", "1", price);
            visitor.order("BUY", "bob", "1", "");
            visitor.awaitText("#last-price", price.replaceAll("\\B(?=(\\d{3})+\\.)", ","));
            visitor.page().reload();
            visitor.order("SELL", "sue", "1", "1.2345");
            visitor.order("BUY", "bob", "1", "");
            visitor.awaitText("#last-price", "1.2345");
            visitor.page().waitForCondition(() -> visitor.find("#chart-empty").isHidden());
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void aFindThatFindsNothingSaysSo() {
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open("fig")) {
            visitor.page().request().get("/sell?productId=fig&quantity=5&userId=finn&price=9.00");
            visitor.awaitText("#products", "fig");
            visitor.page().fill("#find input", "nothing-is-called-so");
            visitor.awaitText("#products-empty", "No product here has this in its id.");
            visitor.page().fill("#find input", "FI");
            visitor.page().waitForCondition(() -> visitor.find("#products-empty").isHidden());

            visitor.page().fill("#find input", "a fig");
            visitor.page().press("#find input", "Enter");
            String told = (String) visitor.page().evaluate("document.querySelector('#find input').validationMessage");
            assertThat(told).startsWith("a fig is no product id (expected: 1 to 32 of ");
            visitor.page().fill("#find input", "a-fig");
            visitor.page().press("#find input", "Enter");
            visitor.page().waitForCondition(() -> visitor.page().url().endsWith("#a-fig"));
        }
    }

    @Test
    void theWheelMovesThePageWhereverThePointerIs() {
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE / 2, HIGH / 2).open("fig")) {
            visitor.find("#chart").scrollIntoViewIfNeeded();
            visitor.find("#chart").hover();
            int before = (int) visitor.page().evaluate("Math.round(scrollY)");
            visitor.page().mouse().wheel(0, 100);
            visitor.page().waitForCondition(() -> (int) visitor.page().evaluate("Math.round(scrollY)") > before);
        }
    }

    /** Users of its own: who comes back with a token sees what other tests have left of his. */
    @Test
    void whereTokensAreAskedForOneSaysWhoOrders(@TempDir Path folder) throws Exception {
        Tokens issuer = new Tokens();
        StackOptions asking = StackOptions.forTest(Checkout.of(ITPage.class), folder, 0).withPersisters(0)
                .withServers(stack.kafka(), databaseUrl()).withEnvironment(issuer.environment());
        try (Stack another = Stack.start(asking);
                Visitor visitor = browser.visitor(another.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open("melon")
                        .tillCancelled()) {
            visitor.order("SELL", "tess", "5", "1.20");
            visitor.awaitText("#error-token", "Needed here");
            visitor.awaitText("#order-told", "missing");
            visitor.fillIn("#token", "two words");
            visitor.awaitText("#error-token", "Expected: a token");
            visitor.fillIn("#token", issuer.of("tess"));
            visitor.order("SELL", "tess", "5", "1.20");
            visitor.awaitText("#mine li", "in the book");

            visitor.fillIn("#token", issuer.of("tom"));
            visitor.awaitText("#mine-user", "tom");
            assertThat(visitor.find("#mine li").count()).isZero();
            visitor.order("BUY", "tess", "3", "");
            visitor.awaitText("#error-userId", "Expected: tom");
            visitor.order("BUY", "tom", "3", "");
            visitor.awaitText("#mine li", "filled, in the database");
            visitor.page().reload();
            visitor.awaitText("#mine-state", "live");
            visitor.fillIn("#token", new Tokens().of("tom"));
            visitor.awaitText("#error-token", "Failed to validate");
            // What is for all is for those, too, whose token does not count.
            visitor.page().reload();
            visitor.awaitText("#connection", "Live");
            visitor.awaitText("#asks", "1.20");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    private static String databaseUrl() {
        DatabaseAddress database = stack.database();
        return "mysql://" + database.username() + ':' + database.password() + '@'
                + database.r2dbcUrl().substring("r2dbc:mysql://".length());
    }

    @Test
    void whatIsWrongIsSaidBesideTheField() {
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open("plum")) {
            visitor.order("BUY", "bob", "some", "");
            visitor.awaitText("#error-quantity", "Expected: a whole number from 1");
            assertThat(visitor.find("#order-quantity").getAttribute("aria-invalid")).isEqualTo("true");
            assertThat(focused(visitor)).isEqualTo("order-quantity");
            visitor.order("BUY", "bob", "0", "");
            visitor.awaitText("#error-quantity", "Expected: a whole number from 1");
            visitor.order("BUY", "bob", "1", "free");
            visitor.awaitText("#error-price", "Expected: ");
            assertThat(visitor.find("#error-quantity").textContent()).isEmpty();
            visitor.order("SELL", "bob", "1", "");
            visitor.awaitText("#error-price", "Missing");
            visitor.order("BUY", "<b>bob</b>", "1", "");
            visitor.awaitText("#error-userId", "Expected: ");
            assertThat(visitor.find("#mine li").count()).isZero();
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void allIsDoneWithoutAMouse() {
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.DARK, WIDE, HIGH).open("fig")) {
            Page page = visitor.page();
            page.keyboard().press("Tab");
            assertThat(page.evaluate("document.activeElement.className")).isEqualTo("skip");
            tabTo(visitor, "theme");
            page.keyboard().press("Enter");
            assertThat(isDark(visitor)).isFalse();
            page.keyboard().press("Shift+Tab");
            page.keyboard().press("Shift+Tab");
            assertThat(page.evaluate("document.activeElement.className")).isEqualTo("skip");
            page.keyboard().press("Enter");
            assertThat(page.evaluate("document.activeElement.closest('#order-form') !== null")).isEqualTo(true);
            assertThat(page.title()).isEqualTo("fig · Market");
            assertThat(visitor.find("#order-productId").inputValue()).isEqualTo("fig");
            page.keyboard().press("ArrowRight");
            visitor.awaitText("#order-send", "Sell");
            tabTo(visitor, "order-userId");
            page.keyboard().type("kim");
            tabTo(visitor, "order-quantity");
            page.keyboard().type("4");
            page.keyboard().press("Tab");
            page.keyboard().type("3.5");
            tabTo(visitor, "order-send");
            page.keyboard().press("Enter");
            visitor.awaitText("#order-told", "Taken");
            assertThat(focused(visitor)).isEqualTo("order-send");
            visitor.awaitText("#mine li", "in the book");
            tabTo(visitor, "Cancel Sell 4 fig at 3.50");
            page.keyboard().press("Enter");
            visitor.awaitText("#mine li", "cancelled");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** These prices are one and the same as floating point has them. */
    @Test
    void aPriceOfTheBookIsPickedWithoutAMouse() {
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open("guava")
                .tillCancelled()) {
            Page page = visitor.page();
            visitor.order("SELL", "gus", "1", "99999999999999.9999");
            visitor.awaitText("#asks", "99,999,999,999,999.9999");
            visitor.order("SELL", "gus", "1", "99999999999999.9998");
            visitor.awaitText("#asks", "99,999,999,999,999.9998");
            visitor.order("BUY", "gil", "1", "99999999999999.9995");
            visitor.awaitText("#spread", "spread 0.0003");
            page.reload();
            visitor.awaitText("#spread", "spread 0.0003");
            assertThat(visitor.find("#asks .level td:first-child").allTextContents())
                    .containsExactly("99,999,999,999,999.9999", "99,999,999,999,999.9998");

            tabTo(visitor, "Buy at 99,999,999,999,999.9998");
            page.keyboard().press("Enter");
            assertThat(focused(visitor)).isEqualTo("order-quantity");
            assertThat(visitor.find("#order-price").inputValue()).isEqualTo("99999999999999.9998");
            visitor.awaitText("#order-send", "Buy");
            page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Sell at 99,999,999,999,999.9995"))
                    .press("Space");
            assertThat(visitor.find("#order-price").inputValue()).isEqualTo("99999999999999.9995");
            visitor.awaitText("#order-send", "Sell");
            assertThat(page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Buy at")).count()).isEqualTo(2);
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    /** The form may name another one than is shown. */
    @Test
    void aPickedPriceIsOneOfTheProductThatIsShown() {
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open("salak")
                .tillCancelled()) {
            visitor.order("SELL", "sia", "1", "1.20");
            visitor.awaitText("#asks", "1.20");
            visitor.page().fill("#order-productId", "another");
            visitor.page().getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Buy at 1.20")).click();
            assertThat(visitor.find("#order-productId").inputValue()).isEqualTo("salak");
            assertThat(visitor.find("#order-price").inputValue()).isEqualTo("1.20");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void anOrderThatEndsUnderTheKeyboardKeepsItsPlace() {
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH).open("sorb")
                .tillCancelled()) {
            visitor.order("SELL", "sol", "1", "1.20");
            visitor.awaitText("#mine li:has-text('at 1.20')", "in the book");
            visitor.order("SELL", "sol", "1", "1.30");
            visitor.awaitText("#mine li:has-text('at 1.30')", "in the book");
            visitor.find("#mine li:has-text('at 1.30') button").press("Enter");
            visitor.awaitText("#mine li:has-text('at 1.30')", "cancelled");
            assertThat(visitor.page().evaluate("document.activeElement.dataset.status")).isEqualTo("CANCELLED");

            visitor.page().keyboard().press("Tab");
            assertThat(focused(visitor)).isEqualTo("Cancel Sell 1 sorb at 1.20");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @Test
    void fitsOnAPhone() {
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, PHONE, 844).open("lime")) {
            visitor.order("SELL", "u".repeat(64), "1000000000000000", "99999999999999.9999");
            visitor.awaitText("#mine li", "in the book");
            visitor.awaitText("#asks", "99,999,999,999,999.9999");
            assertThat(visitor.page().evaluate("document.scrollingElement.scrollWidth")).isEqualTo(PHONE);
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<img src=x onerror=alert(1)>", "javascript:alert(1)", "..%2f..%2factuator%2fhealth", "%",
        ".", ".."})
    void anAddressIsNoMoreThanTheNameOfAProduct(String named) {
        try (Visitor visitor = browser.visitor(stack.gatewayUrl(), ColorScheme.LIGHT, WIDE, HIGH)) {
            visitor.page().onDialog(dialog -> {
                throw new AssertionError(dialog.message());
            });
            visitor.open(named);
            assertThat(visitor.find("img").count()).isZero();
            assertThat(visitor.find("#product-title").textContent()).doesNotContain("<", ":", "/", "%");
            assertThat(visitor.complaints()).isEmpty();
        }
    }

    private static void tabTo(Visitor visitor, String idOrLabel) {
        for (int i = 0; i < 60 && !focused(visitor).equals(idOrLabel); i++) {
            visitor.page().keyboard().press("Tab");
        }
        assertThat(focused(visitor)).isEqualTo(idOrLabel);
    }

    private static String focused(Visitor visitor) {
        return String.valueOf(visitor.page()
                .evaluate("document.activeElement.id || document.activeElement.getAttribute('aria-label') || ''"));
    }

    private static boolean isDark(Visitor visitor) {
        String background = String
                .valueOf(visitor.page().evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]"));
        return Integer.parseInt(background) < 128;
    }
}
