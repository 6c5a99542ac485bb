package trading.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import trading.client.orders.GatewayAddress;
import trading.client.orders.OrdersEndpoint;
import trading.client.orders.Outcomes;
import trading.client.orders.RandomOrders;
import trading.client.orders.RandomRequests;
import trading.client.orders.SingleOrders;
import trading.client.report.Window;
import trading.client.stack.CpuTimes;
import trading.client.stack.Stack;

/** A gateway that refuses only when the measured time is over. */
class MeasuringTest {

    private static final Duration MEASURED = Duration.ofSeconds(2);
    private static final int UNDER_WAY = 4;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch over = new CountDownLatch(1);
    private final HttpServer gateway;

    MeasuringTest() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.setExecutor(threads);
        gateway.createContext("/orders", exchange -> {
            exchange.getRequestBody().readAllBytes();
            try {
                over.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        gateway.start();
    }

    @AfterEach
    void stop() {
        gateway.stop(0);
        threads.shutdownNow();
    }

    @Test
    void whatIsRefusedLateIsRefused() throws InterruptedException {
        String url = "http://127.0.0.1:" + gateway.getAddress().getPort();
        Settings settings = new Settings(UNDER_WAY, Duration.ZERO, null, 0, 0, 10, 0, 1, false, false, 0, Duration.ZERO,
                MEASURED, UNDER_WAY, 0, Duration.ZERO, Duration.ZERO);
        Outcomes outcomes = new Outcomes();
        Recording recording = new Recording(outcomes, null);
        CpuTimes cpuTimes = new CpuTimes(() -> new Stack(url, null,
                Stack.Database.of("database", "mysql://user:password@127.0.0.1:1/trading"), List.of()));
        Observer observer = new Observer(cpuTimes, settings, outcomes, new NoSales(), null);
        try (Interruption interruption = new Interruption();
                OrdersEndpoint chunks = new OrdersEndpoint(GatewayAddress.open(url), Sending.ANSWER_TIMEOUT);
                SingleOrders singles = new SingleOrders(GatewayAddress.open(url))) {
            RunEnd end = new RunEnd(interruption);
            Looks looks = new Looks(observer, new LiveLine(new PrintWriter(new StringWriter())), end, null);
            RandomOrders random = new RandomOrders(1, 10);
            Sending sending = new Sending(settings, 0, new RandomRequests(chunks, singles, random, random, 1),
                    recording, 0, () -> false);

            Window window = new Measuring(cpuTimes, settings, outcomes, null, null, looks, end).window("measured",
                    recording, sending, MEASURED, () -> {
                        over.countDown();
                        return true;
                    });

            assertThat(observer.samples().getLast().refused()).isZero();
            assertThat(window.refused()).isGreaterThanOrEqualTo(UNDER_WAY);
        }
    }

    /** What a stack without sales has. */
    private record NoSales() implements SalesCount {

        @Override
        public long soFar() {
            return 0;
        }

        @Override
        public Check check() {
            return new Check("none", true);
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
