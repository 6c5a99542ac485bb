package trading.system.compare;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import trading.client.orders.Answers;
import trading.client.orders.GatewayAddress;
import trading.client.orders.SingleOrders;
import trading.client.report.Survival;
import trading.client.stack.Backlog;
import trading.client.stack.SalesTable;
import trading.client.stack.Stack;

/**
 * Kills every process of a running system but its database under load, waits until it serves again, and counts the accepted
 * orders of which nothing is left: no row, and no answer to who asks for them. For one thread.
 */
public final class KillTest {

    private static final int CLIENTS = 32;
    private static final Duration LOAD = Duration.ofSeconds(10);
    private static final Duration RESTART_LIMIT = Duration.ofMinutes(3);
    private static final Duration DRAIN_LIMIT = Duration.ofMinutes(2);

    /** What is not known by then is lost. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(100);

    /** No other load uses these. */
    private static final String PRODUCT = "killed-";
    private static final int PRODUCTS = 100;
    private static final int MAX_QUANTITY = 10;

    /** Every twentieth order asks too much or pays too little, and waits in the market. */
    private static final int PATIENT_ONE_IN = 20;

    private final Path file;
    private final long seed;
    private final Consumer<String> say;
    private volatile boolean goesOn = true;

    /**
     * @param file describes the system, now and after its restart
     * @param seed of the orders
     * @param say hears what happens
     */
    public KillTest(Path file, long seed, Consumer<String> say) {
        this.file = file;
        this.seed = seed;
        this.say = say;
    }

    /**
     * Loads, kills, and counts.
     *
     * @throws IOException if it does not serve again
     */
    public Survival run() throws IOException, InterruptedException {
        Stack stack = Stack.read(file);
        Set<String> accepted = ConcurrentHashMap.newKeySet();
        long killedNanos;
        say.accept("kill -9 after " + LOAD.toSeconds() + " s of orders, seed " + seed);
        try (SingleOrders orders = new SingleOrders(GatewayAddress.open(stack.gateway()));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int client = 0; client < CLIENTS; client++) {
                SplittableRandom random = new SplittableRandom(seed + client);
                threads.execute(() -> send(orders, random, accepted));
            }
            Thread.sleep(LOAD);
            killedNanos = System.nanoTime();
            kill(stack);
            goesOn = false;
        }
        awaitServing(stack.gateway());
        double seconds = (System.nanoTime() - killedNanos) / 1e9;
        say.accept(String.format(Locale.ROOT, "serves again after %.1f s", seconds));
        boolean drained = true;
        if (stack.hasKafka()) {
            try (Backlog backlog = new Backlog(stack.kafka())) {
                drained = backlog.awaitDrained(DRAIN_LIMIT);
            }
        }
        int sent = accepted.size();
        if (sent == 0) {
            throw new IOException(stack.gateway() + ": accepted no order before the kill (expected: some)");
        }
        long lost = lost(stack, accepted);
        if (!drained) {
            throw new IOException("not drained " + DRAIN_LIMIT.toSeconds() + " s after the restart");
        }
        return new Survival(sent, lost, seconds);
    }

    private void send(SingleOrders orders, SplittableRandom random, Set<String> accepted) {
        while (goesOn) {
            byte[] order = order(random).getBytes(US_ASCII);
            try {
                Answers answers = orders.send(order, order.length);
                String id = answers.firstId();
                if (answers.accepted() == 1 && id != null) {
                    accepted.add(id);
                }
            } catch (IOException e) {
                // Nobody has promised anything. After the kill, nobody answers.
                return;
            }
        }
    }

    static String order(SplittableRandom random) {
        boolean buys = random.nextBoolean();
        boolean patient = random.nextInt(PATIENT_ONE_IN) == 0;
        return String.format(Locale.ROOT,
                "{\"side\":\"%s\",\"productId\":\"%s%d\",\"quantity\":%d,\"price\":\"%d.00\",\"userId\":\"%s-%d\"}",
                buys ? "BUY" : "SELL", PRODUCT, random.nextInt(PRODUCTS), random.nextInt(1, MAX_QUANTITY + 1),
                price(buys, patient), buys ? "buyer" : "seller", random.nextInt(1_000));
    }

    /** Any two meet, unless one of them is patient. */
    private static int price(boolean buys, boolean patient) {
        if (patient) {
            return buys ? 80 : 120;
        }
        return buys ? 110 : 90;
    }

    private static void kill(Stack stack) {
        List<ProcessHandle> processes = stack.processes().stream()
                .filter(process -> !process.service().equals("database"))
                .flatMap(process -> ProcessHandle.of(process.pid()).stream()).toList();
        processes.forEach(ProcessHandle::destroyForcibly);
        processes.forEach(process -> process.onExit().join());
    }

    private static void awaitServing(String gateway) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + RESTART_LIMIT.toNanos();
        HttpRequest question = HttpRequest.newBuilder(URI.create(gateway + "/actuator/health/readiness"))
                .timeout(TIMEOUT).build();
        try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            while (System.nanoTime() < deadline) {
                try {
                    if (http.send(question, HttpResponse.BodyHandlers.discarding())
                            .statusCode() == HttpURLConnection.HTTP_OK) {
                        return;
                    }
                } catch (IOException e) {
                    // Not yet.
                }
                Thread.sleep(PAUSE);
            }
        }
        throw new IOException(
                gateway + ": does not serve again (expected: within " + RESTART_LIMIT.toSeconds() + " s of the kill)");
    }

    private static long lost(Stack stack, Set<String> accepted) throws InterruptedException {
        Set<String> missing = ConcurrentHashMap.newKeySet();
        missing.addAll(accepted);
        try (SalesTable sales = new SalesTable(stack.database())) {
            missing.removeAll(sales.orderIds(PRODUCT));
        }
        long deadline = System.nanoTime() + ANSWER_LIMIT.toNanos();
        try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            do {
                try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
                    missing.forEach(id -> threads.execute(() -> {
                        if (isKnown(http, stack.gateway(), id)) {
                            missing.remove(id);
                        }
                    }));
                }
                Thread.sleep(PAUSE);
            } while (!missing.isEmpty() && System.nanoTime() < deadline);
        }
        return missing.size();
    }

    private static boolean isKnown(HttpClient http, String gateway, String id) {
        try {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create(gateway + "/result?id=" + id)).timeout(TIMEOUT).build(),
                    HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == HttpURLConnection.HTTP_OK && !answer.body().contains("UNKNOWN OR PENDING");
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
