package trading.local;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;

/** How a command reaches a running stack: HTTP on loopback, one request at a time. */
final class Control {

    private static final String SCALE = "/scale";

    /** A page in a browser of this machine could send requests here, but not with a header of its own. */
    private static final String HEADER = "X-Trading-Stack";

    private static final Duration MOVE_LIMIT = Duration.ofSeconds(90);
    private static final Duration MOVE_POLL = Duration.ofMillis(250);
    private static final Duration ANSWER_LIMIT = Duration.ofMinutes(6);
    private static final int BAD_REQUEST = HttpURLConnection.HTTP_BAD_REQUEST;

    private final Stack stack;

    private Control(Stack stack) {
        this.stack = stack;
    }

    /** Takes commands for a stack as long as this process lives. */
    static void start(Stack stack, int port) throws IOException {
        HttpServer server = HttpServer.create(Ports.loopback(port), 0);
        server.createContext(SCALE, new Control(stack)::scale);
        server.setExecutor(Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory()));
        server.start();
    }

    /**
     * Asks a stack to scale, and waits until it has.
     *
     * @return what it says
     * @throws IOException if it does not answer, or does not scale
     */
    static String scale(String controlUrl, String service, int count) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(controlUrl + SCALE + "?" + service + "=" + count))
                .header(HEADER, "scale").timeout(ANSWER_LIMIT).POST(HttpRequest.BodyPublishers.noBody()).build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != HttpURLConnection.HTTP_OK) {
                throw new IOException(response.body());
            }
            return response.body();
        } catch (ConnectException e) {
            throw new IOException("no stack answers at " + controlUrl + " (expected: one that ./pipeline up started)",
                    e);
        } catch (HttpTimeoutException e) {
            throw new IOException("not done within " + ANSWER_LIMIT.toMinutes() + " min; the stack goes on with it", e);
        }
    }

    private void scale(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("POST") || !exchange.getRequestHeaders().containsKey(HEADER)) {
                answer(exchange, BAD_REQUEST, "expected: POST with header " + HEADER);
                return;
            }
            String[] serviceAndCount = exchange.getRequestURI().getQuery().split("=", -1);
            try {
                stack.scale(serviceAndCount[0], Integer.parseInt(serviceAndCount[1]));
                answer(exchange, HttpURLConnection.HTTP_OK, awaitBalance());
            } catch (IllegalArgumentException | IOException e) {
                answer(exchange, BAD_REQUEST, String.valueOf(e.getMessage()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Until every partition is traded, by engines that have as many each as can be; or what there is at the limit. */
    private String awaitBalance() throws InterruptedException {
        long deadline = System.nanoTime() + MOVE_LIMIT.toNanos();
        String partitions = "";
        while (true) {
            try {
                Map<String, Integer> traded = stack.progress().partitions();
                List<String> engines = stack.names("engine");
                partitions = StatusLine.partitions(traded, engines);
                if (Progress.isBalanced(traded, engines)) {
                    return partitions;
                }
            } catch (ExecutionException | TimeoutException e) {
                partitions = "no answer from the broker";
            }
            if (System.nanoTime() > deadline) {
                return partitions + " (still moving after " + MOVE_LIMIT.toSeconds() + " s)";
            }
            Thread.sleep(MOVE_POLL);
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }
}
