package trading.client.stack;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import trading.client.stack.Stack.StackProcess;

/** What the processes of a stack have done since they started. */
public final class Processes {

    /** The name of this process among those of a stack. */
    public static final String THIS_CLIENT = "this client";

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String SALES_METRIC = "trading_engine_sales_total";

    private Processes() {}

    /** Asks each engine's metrics what it sold. One that does not answer is no reason to lose a run. */
    public static EngineSales engineSales(Stack stack) throws InterruptedException {
        Map<String, Long> sales = new LinkedHashMap<>();
        Set<String> silent = new LinkedHashSet<>();
        try (HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
            for (StackProcess engine : stack.processes("engine")) {
                HttpRequest request = HttpRequest
                        .newBuilder(URI.create("http://127.0.0.1:" + engine.port() + "/actuator/prometheus"))
                        .timeout(TIMEOUT).build();
                try {
                    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
                    if (answer.statusCode() == HttpURLConnection.HTTP_OK) {
                        sales.put(engine.name(), metric(answer.body(), SALES_METRIC));
                    } else {
                        silent.add(engine.name());
                    }
                } catch (IOException e) {
                    silent.add(engine.name());
                }
            }
        }
        return new EngineSales(sales, silent);
    }

    /** The sum of a metric over its labels, in Prometheus's text format. */
    static long metric(String text, String name) {
        return Math.round(text.lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))).sum());
    }
}
