package trading.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Playwright.CreateOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A Chromium of this machine without a window. Used by one thread. */
final class Browser implements AutoCloseable {

    private static final Path PROGRAM = Path.of(System.getProperty("trading.browser", "/usr/bin/chromium"));
    private static final List<String> ARGUMENTS = List.of("--no-sandbox", "--disable-gpu", "--disable-quic",
            "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync");

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;

    Browser() {
        if (!Files.isExecutable(PROGRAM)) {
            throw new IllegalStateException("-Dtrading.browser: " + PROGRAM
                    + " (expected: a Chromium; on Debian and Ubuntu, apt-get install chromium brings one)");
        }
        PlaywrightAssertions.setDefaultAssertionTimeout(Visitor.SOON_MILLIS);
        playwright = Playwright.create(new CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        chromium = playwright.chromium()
                .launch(new LaunchOptions().setExecutablePath(PROGRAM).setHeadless(true).setArgs(ARGUMENTS));
    }

    /** A visitor who was never here before. */
    Visitor visitor(String url, ColorScheme theme, int width, int height) {
        BrowserContext context = chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setBaseURL(url).setColorScheme(theme).setViewportSize(width, height).setHasTouch(width < 500));
        return new Visitor(context);
    }

    @Override
    public void close() {
        chromium.close();
        playwright.close();
    }
}
