package trading.system.watch;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import trading.client.stack.EngineSales;
import trading.local.Stack;
import trading.local.StackFile.StackProcess;

/** What the processes of a stack show of themselves: who they are, their metrics, their logs. For one thread. */
public final class Services implements AutoCloseable {

    /** What does not answer within it counts as unknown: longer than a busy machine takes. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(15);
    private static final int MAX_LOG_BYTES = 64 * 1024 * 1024;
    private static final int OK = 200;

    private final Stack stack;
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ANSWER_LIMIT).build();

    public Services(Stack stack) {
        this.stack = stack;
    }

    /** The processes by their names. */
    public Map<String, Long> pids() {
        return stack.processes().stream().collect(Collectors.toMap(StackProcess::name, StackProcess::pid));
    }

    /**
     * The sums of a metric over the processes of a service, by process: one that was replaced counts from zero again, and one
     * that does not listen yet has counted nothing. Others that do not answer are left out.
     *
     * @param metric as Prometheus names it
     */
    public Map<Long, Double> metric(String service, String metric) throws InterruptedException {
        Map<Long, Double> values = new HashMap<>();
        for (StackProcess process : stack.processes()) {
            if (process.service().equals(service)) {
                try {
                    HttpResponse<String> answer = http.send(
                            HttpRequest.newBuilder(
                                    URI.create("http://127.0.0.1:" + process.port() + "/actuator/prometheus"))
                                    .timeout(ANSWER_LIMIT).build(),
                            HttpResponse.BodyHandlers.ofString());
                    if (answer.statusCode() == OK) {
                        values.put(process.pid(), EngineSales.metric(answer.body(), metric));
                    }
                } catch (ConnectException e) {
                    // It is still starting, and has counted nothing yet.
                    values.put(process.pid(), 0.0);
                } catch (IOException e) {
                    // What it has counted, nobody knows.
                }
            }
        }
        return values;
    }

    /**
     * How much metrics have grown, summed up. Processes that are new count from zero; those that were there before and did
     * not answer then count nothing: nobody knows what they had counted.
     *
     * @param there the pids of all processes before
     */
    public static long growth(Collection<Long> there, Map<Long, Double> before, Map<Long, Double> after) {
        return Math.round(after.entrySet().stream()
                .filter(entry -> before.containsKey(entry.getKey()) || !there.contains(entry.getKey()))
                .mapToDouble(entry -> Math.max(0, entry.getValue() - before.getOrDefault(entry.getKey(), 0.0))).sum());
    }

    /** The status with which the gateway answers a GET, 0 if it does not. */
    public int status(String pathAndQuery) throws InterruptedException {
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create(stack.gatewayUrl() + pathAndQuery))
                            .timeout(ANSWER_LIMIT).build(),
                    HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        }
    }

    /** How long the logs are now, by file. */
    public Map<Path, Long> logLengths() throws IOException {
        Map<Path, Long> lengths = new HashMap<>();
        for (StackProcess process : stack.processes()) {
            Path log = Path.of(process.log());
            lengths.put(log, Files.exists(log) ? Files.size(log) : 0);
        }
        return lengths;
    }

    /** Lines of a service's logs since then in which something is found. */
    public long logLines(String service, Map<Path, Long> since, Pattern pattern) throws IOException {
        long count = 0;
        List<Path> logs = stack.processes().stream().filter(process -> process.service().equals(service))
                .map(process -> Path.of(process.log())).toList();
        for (Path log : logs) {
            count += tail(log, since.getOrDefault(log, 0L)).lines().filter(pattern.asPredicate()).count();
        }
        return count;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private static String tail(Path log, long from) throws IOException {
        if (!Files.exists(log)) {
            return "";
        }
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            // A log that was set aside begins anew.
            long start = file.length() < from ? 0 : from;
            byte[] bytes = new byte[(int) Math.min(file.length() - start, MAX_LOG_BYTES)];
            file.seek(start);
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
