package trading.client.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import trading.client.CommandFailed;
import trading.client.stack.Stack.StackProcess;

/** What the processes of a stack have used and done since they started. */
public final class Processes {

    /** The name of this process among those of a stack. */
    public static final String THIS_CLIENT = "this client";

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String SALES_METRIC = "trading_engine_sales_total";

    private Processes() {}

    /** CPU time of each process of this machine, by name, this client's last. */
    public static Map<String, Duration> cpuTimes(Stack stack) {
        Map<String, Duration> times = new LinkedHashMap<>();
        for (StackProcess process : stack.processes()) {
            ProcessHandle.of(process.pid()).flatMap(Processes::cpuTime)
                    .ifPresent(time -> times.put(process.name(), time));
        }
        cpuTime(ProcessHandle.current()).ifPresent(time -> times.put(THIS_CLIENT, time));
        return times;
    }

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

    private static Optional<Duration> cpuTime(ProcessHandle process) {
        return process.info().totalCpuDuration();
    }
}
