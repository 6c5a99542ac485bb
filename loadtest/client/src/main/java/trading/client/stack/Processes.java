package trading.client.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import trading.client.CommandFailed;
import trading.client.stack.Stack.StackProcess;

/** What the processes of a stack have done since they started. */
public final class Processes {

    /** The name of this process among those of a stack. */
    public static final String THIS_CLIENT = "this client";

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String SALES_METRIC = "trading_engine_sales_total";

    private Processes() {}

    /** Sales that each engine made, by name, as its metrics tell. */
    public static Map<String, Long> engineSales(Stack stack) throws InterruptedException {
        Map<String, Long> sales = new LinkedHashMap<>();
        try (HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
            for (StackProcess engine : stack.processes("engine")) {
                HttpRequest request = HttpRequest
                        .newBuilder(URI.create("http://127.0.0.1:" + engine.port() + "/actuator/prometheus"))
                        .timeout(TIMEOUT).build();
                String metrics = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
                sales.put(engine.name(), metric(metrics, SALES_METRIC));
            }
        } catch (IOException e) {
            throw new CommandFailed("an engine's metrics: " + e, e);
        }
        return sales;
    }

    /** The sum of a metric over its labels, in Prometheus's text format. */
    static long metric(String text, String name) {
        return Math.round(text.lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))).sum());
    }
}
