package trading.system.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTest {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String NOBODY = "http://127.0.0.1:1";

    @Test
    void whatEndsTheLoadIsAComplaint() {
        try (Load load = new Load(NOBODY, 10, 0, 1, "t")) {
            load.begin();

            assertThat(firstComplaints(load)).singleElement().asString().startsWith("load: ")
                    .endsWith("(expected: to go on until it is closed)");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 500})
    void aRequestThatIsAnsweredSoIsAComplaint(int status) throws IOException {
        try (Answering gateway = new Answering(status); Load load = new Load(gateway.url(), 10, 2, 1, "t")) {
            load.begin();

            assertThat(firstComplaints(load)).isNotEmpty().allSatisfy(complaint -> assertThat(complaint)
                    .endsWith(", PLACE: " + status + " no (expected: accepted, 503 or 504)"));
            assertThat(load.figures().now()).containsEntry("noAnswer", 0L).containsEntry("sentAgain", 0L);
        }
    }

    @ParameterizedTest
    @CsvSource({"503, refused", "504, outcomeUnknown"})
    void aRequestThatMayBeSentAgainIsNone(int status, String figure) throws IOException {
        try (Answering gateway = new Answering(status); Load load = new Load(gateway.url(), 10, 2, 1, "t")) {
            load.begin();
            await().atMost(LIMIT).until(() -> load.figures().now().getOrDefault(figure, 0L) > 0);

            assertThat(load.figures().complaints()).isEmpty();
        }
    }

    /** None are given up here: who may have been heard goes on. */
    @Test
    void noMoreOrdersComeThanMayWaitForAnAnswer() throws IOException {
        int perSecond = 10;
        try (Answering gateway = new Answering(504); Load load = new Load(gateway.url(), perSecond, 2, 1, "t")) {
            load.begin();
            await().atMost(LIMIT).until(() -> load.figures().now().getOrDefault("heldBack", 0L) > perSecond);
            load.pause();

            assertThat(load.recall()).hasSizeBetween(1, 10 * perSecond);
        }
    }

    /** A gateway with one answer to everything. */
    private static final class Answering implements AutoCloseable {

        private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                0);

        Answering(int status) throws IOException {
            server.createContext("/", exchange -> {
                exchange.getRequestBody().readAllBytes();
                byte[] body = "no".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            server.start();
        }

        String url() {
            return "http://127.0.0.1:" + server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static List<String> firstComplaints(Load load) {
        List<String> complaints = new ArrayList<>();
        await().atMost(LIMIT).until(() -> complaints.addAll(load.figures().complaints()));
        return complaints;
    }
}
