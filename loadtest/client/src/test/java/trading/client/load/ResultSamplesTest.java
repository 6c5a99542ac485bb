package trading.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trading.client.orders.GatewayAddress;

class ResultSamplesTest {

    private static final int PER_SECOND = 10;
    private static final int PLACES = 64;
    private static final long STRETCH_NANOS = Duration.ofMillis(100).toNanos();
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final HttpServer gateway;
    private volatile String status = "PENDING";

    ResultSamplesTest() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void start() {
        gateway.createContext("/", exchange -> {
            byte[] answer = ("{\"status\":\"" + status + "\"}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        gateway.start();
    }

    @AfterEach
    void stop() {
        gateway.stop(0);
    }

    @Test
    void ordersThatAreAllAnsweredLateAreSampledAsThoseThatAreNot() throws InterruptedException {
        try (ResultSamples samples = samples()) {
            // The plan of five seconds, of 200 orders a second; all are answered in the same moment.
            long now = System.nanoTime();
            for (int i = 0; i < 1_000; i++) {
                samples.offer("id", now + i * STRETCH_NANOS / 20, true);
            }

            assertThat(samples.await(LIMIT)).isTrue();
            assertThat(samples.toResult().getTotalCount()).isBetween(50L, 51L);
            assertThat(samples.withoutPlace()).isZero();
        }
    }

    @Test
    void thoseWithoutAPlaceAreCounted() throws InterruptedException {
        status = "UNKNOWN OR PENDING";
        try (ResultSamples samples = samples()) {
            long now = System.nanoTime();
            for (int i = 0; i < PLACES + 6; i++) {
                samples.offer("id", now + i * STRETCH_NANOS, true);
                samples.offer("other", now + i * STRETCH_NANOS, true);
            }
            samples.offer("not measured", now + (PLACES + 6) * STRETCH_NANOS, false);

            assertThat(samples.withoutPlace()).isEqualTo(6);
            status = "FILLED";
            assertThat(samples.await(LIMIT)).isTrue();
            assertThat(samples.toResult().getTotalCount()).isEqualTo(PLACES);
            samples.reset();
            assertThat(samples.withoutPlace()).isZero();
        }
    }

    private ResultSamples samples() {
        return new ResultSamples(GatewayAddress.open("http://127.0.0.1:" + gateway.getAddress().getPort()),
                PER_SECOND);
    }
}
