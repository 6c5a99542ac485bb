package trading.client.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trading.client.orders.GatewayAddress;
import trading.client.orders.OrdersEndpoint;
import trading.client.orders.Outcomes;
import trading.client.orders.RandomOrders;
import trading.client.orders.RandomRequests;
import trading.client.orders.SingleOrders;

/** A gateway that stands still for a second once: all orders of that second are late, not only those on their way. */
class StallTest {

    private static final Duration STALL = Duration.ofSeconds(1);
    private static final int STALLS_AT = 100;
    private static final int FEW = 4;

    private final AtomicInteger asked = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer gateway = start();

    @BeforeEach
    void answerOrders() {
        Object gate = new Object();
        gateway.createContext("/orders", exchange -> {
            // While one is late, all others wait behind it: the sleep is the stall that is to show.
            synchronized (gate) {
                if (asked.incrementAndGet() == STALLS_AT) {
                    try {
                        Thread.sleep(STALL);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
            }
            byte[] answer = "{\"id\":\"1\",\"status\":\"PENDING\"}".getBytes(StandardCharsets.UTF_8);
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(202, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
    }

    @AfterEach
    void stop() {
        gateway.stop(0);
        threads.shutdownNow();
    }

    @Test
    void showsInAnOpenLoopThatMayOnlyHaveFewUnderWay() throws Exception {
        Recording recording = send(settings(0, 200), 200, 600);

        double seconds = recording.toAccepted().getTotalCount() / 200.0;
        // Of all seconds, one was stood still: everyone planned in it waited for the rest of it.
        double late = share(recording.toAccepted(), STALL.dividedBy(2));
        assertThat(late).as("of %.1f s", seconds).isGreaterThan(0.4 / seconds);
        assertThat(recording.toAccepted().getValueAtPercentile(99)).isGreaterThan(STALL.toNanos() / 1_000 * 8 / 10);
    }

    @Test
    void showsInAClosedLoopOnceItsOmittedOrdersAreAdded() throws Exception {
        Settings settings = settings(FEW, 0);
        Recording recording = send(settings, 0, 1_500);

        Histogram seen = recording.toAccepted();
        assertThat(seen.getTotalCount() - seen.getCountBetweenValues(0, STALL.toNanos() / 2_000))
                .as("orders that waited, also when this machine stood still itself").isBetween(1L, 3L * FEW);
        assertThat(seen.getValueAtPercentile(99)).as("99 % as they saw it").isLessThan(STALL.toNanos() / 2_000);
        assertThat(Measuring.withOmitted(seen, settings.pause()).getValueAtPercentile(99))
                .as("99 % with omitted ones")
                .isGreaterThan(STALL.toNanos() / 1_000 * 8 / 10);
    }

    private Recording send(Settings settings, double rate, int orders) throws InterruptedException {
        String url = "http://127.0.0.1:" + gateway.getAddress().getPort();
        Outcomes outcomes = new Outcomes();
        Recording recording = new Recording(outcomes, null);
        try (Interruption interruption = new Interruption();
                OrdersEndpoint chunks = new OrdersEndpoint(GatewayAddress.open(url), Sending.ANSWER_TIMEOUT);
                SingleOrders singles = new SingleOrders(GatewayAddress.open(url))) {
            RandomOrders random = new RandomOrders(1, 10);
            recording.measure(
                    new Recording.Span(System.nanoTime(), System.nanoTime() + Duration.ofMinutes(1).toNanos()));
            Sending sending = new Sending(settings, rate, new RandomRequests(chunks, singles, random, random, 1),
                    recording, 0, () -> false);
            await().atMost(Duration.ofMinutes(2)).until(() -> outcomes.accepted() >= orders);
            sending.stop(interruption);
        }
        return recording;
    }

    /** How many took longer. */
    private static double share(Histogram micros, Duration than) {
        return 1 - (double) micros.getCountBetweenValues(0, than.toNanos() / 1_000) / micros.getTotalCount();
    }

    private static Settings settings(int clients, double rate) {
        return new Settings(clients, Duration.ofMillis(10), null, rate, 0, 10, 0, 1, false, false, 0, Duration.ZERO,
                Duration.ofSeconds(1), FEW, 0, Duration.ZERO, Duration.ZERO);
    }

    private HttpServer start() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(threads);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
