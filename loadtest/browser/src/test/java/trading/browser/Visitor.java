package trading.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;

/** Someone who looks at the market page. Used by one thread. */
final class Visitor implements AutoCloseable {

    /** Longer than an engine and a persister take on a machine that is busy. */
    static final double SOON_MILLIS = 120_000;

    private final BrowserContext context;
    private final Page page;
    private final List<String> complaints = new ArrayList<>();

    Visitor(BrowserContext context) {
        this.context = context;
        this.page = context.newPage();
        page.setDefaultTimeout(SOON_MILLIS);
        page.onPageError(complaints::add);
        page.onConsoleMessage(message -> {
            // What the network says when a gateway is away, or refuses, is no mistake of the page.
            if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
                complaints.add(message.text());
            }
        });
    }

    /** The same browser's next window; closed with this one. */
    Visitor nextWindow() {
        return new Visitor(context);
    }

    /** Opens the page with a product, and waits until it is told of the market. */
    Visitor open(String productId) {
        page.navigate("/#" + productId);
        awaitText("#connection", "Live");
        return this;
    }

    /** What the form orders from here on stays open however long the test takes, and after it: for users of its own. */
    Visitor tillCancelled() {
        page.selectOption("#order-timeInForce", "GTC");
        return this;
    }

    Page page() {
        return page;
    }

    Locator find(String selector) {
        return page.locator(selector);
    }

    void awaitText(String selector, String text) {
        assertThat(page.locator(selector)).containsText(text);
    }

    /** Fills in a field, and leaves it. */
    void fillIn(String selector, String text) {
        page.fill(selector, text);
        page.locator(selector).blur();
    }

    /** Fills in the form and sends it; an empty price is any. */
    void order(String side, String userId, String quantity, String price) {
        page.check("input[name=side][value=" + side + "]");
        page.fill("#order-userId", userId);
        page.fill("#order-quantity", quantity);
        page.fill("#order-price", price);
        page.click("#order-send");
    }

    /** Errors of scripts, and what the security policy kept from happening. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Leaves the page first: what it asked for while its browser context closes would be answered to nobody, which fails. */
    @Override
    public void close() {
        context.pages().forEach(shown -> shown.navigate("about:blank"));
        context.close();
    }
}
