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
import java.util.TreeSet;
import trading.client.stack.Stack.StackProcess;

/**
 * What the engines of a stack sold since a moment, such as their start, by their own counts.
 *
 * @param sales of those that answered, by name
 * @param silent the names of those that did not
 */
public record EngineSales(Map<String, Long> sales, Set<String> silent) {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String METRIC = "trading_engine_sales_total";

    /** Since their start: asks each engine's metrics. One that does not answer is no reason to lose a run. */
    public static EngineSales of(Stack stack) throws InterruptedException {
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
                        sales.put(engine.name(), Math.round(metric(answer.body(), METRIC)));
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

    /** The sum of a metric over its labels, in Prometheus's text format; 0 without it. */
    public static double metric(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))).sum();
    }

    /**
     * What was sold since an earlier look. Who began meanwhile, or began anew, counts from zero: what he sold before his end
     * nobody tells. Who did not answer at one of the two looks is silent.
     */
    public EngineSales since(EngineSales before) {
        Map<String, Long> growth = new LinkedHashMap<>();
        sales.forEach((engine, now) -> {
            if (!before.silent.contains(engine)) {
                long start = before.sales.getOrDefault(engine, 0L);
                growth.put(engine, now < start ? now : now - start);
            }
        });
        Set<String> unknown = new TreeSet<>(before.silent);
        unknown.addAll(silent);
        return new EngineSales(growth, unknown);
    }
}
