package trading.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trading.client.CommandFailed;
import trading.client.orders.GatewayAddress;
import trading.client.orders.OrdersEndpoint;

/** What a gateway may answer, played by a server that answers from a list. */
class ReplaySenderTest {

    private static final String FLOW = OrderFlow.HEADER + """

            1,add,1,buy,1,1,apple
            2,add,2,buy,1,1,apple
            3,add,3,sell,0,1,apple
            4,cancel,1,buy,1,1,apple
            5,add,4,sell,1,1,pear
            """;
    private static final String OK = "{\"id\":\"x\",\"status\":\"PENDING\"}";
    private static final String BUSY = "{\"problem\":{\"status\":503,\"detail\":\"busy\"}}";
    private static final String WRONG = "{\"problem\":{\"status\":400,\"detail\":\"quantity: 0\"}}";

    @TempDir
    Path directory = Path.of("");

    private final Deque<String> answers = new ArrayDeque<>();
    private final List<String> requests = new ArrayList<>();
    private final StringWriter out = new StringWriter();
    private HttpServer server;

    @SuppressWarnings("NullAway.Init") // made before each test
    ReplaySenderTest() {}

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/orders", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void countsWhatWasAcceptedAndNamesWhatWasNot() throws Exception {
        answers.add(lines(OK, OK, WRONG, OK, OK));

        ReplayTotals totals = replay(Duration.ofSeconds(20));

        totals.print(new PrintWriter(out), 1);
        assertThat(totals.acceptedOrders()).hasSize(3);
        assertThat(totals.products()).containsExactly("apple", "pear");
        assertThat(out.toString()).contains("line 4: refused: quantity: 0",
                "5 rows in 1.0 s: 3 orders and 1 cancels accepted, 1 refused, 0 not readable, 0 sent again");
    }

    @Test
    void sendsFromTheFirstPassingRefusalAgain() throws Exception {
        answers.add(lines(OK, BUSY, WRONG, OK, BUSY));
        answers.add(lines(OK, WRONG, OK, OK));

        ReplayTotals totals = replay(Duration.ofSeconds(20));

        totals.print(new PrintWriter(out), 1);
        assertThat(out.toString())
                .contains("3 orders and 1 cancels accepted, 1 refused, 0 not readable, 4 sent again");
        assertThat(requests).hasSize(2);
        assertThat(requests.getLast()).isEqualTo(requests.getFirst().substring(requests.getFirst().indexOf('\n') + 1));
    }

    @Test
    void linesWithoutAnAnswerAreSentAgain() throws Exception {
        answers.add(lines(OK, OK));
        answers.add("503");
        answers.add(lines(WRONG, OK, OK));

        assertThat(replay(Duration.ofSeconds(20)).acceptedOrders()).hasSize(3);
    }

    @Test
    void givesUpWhenItsPatienceEnds() {
        answers.addAll(List.of("503", "503", "503", "503", "503", "503", "503", "503"));

        assertThatThrownBy(() -> replay(Duration.ofMillis(100))).isInstanceOf(CommandFailed.class)
                .hasMessageContaining("line 2: not taken for");
    }

    private ReplayTotals replay(Duration patience) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("flow.csv"), FLOW);
        try (OrderFlow flow = OrderFlow.open(file);
                OrdersEndpoint endpoint = new OrdersEndpoint(
                        GatewayAddress.open("http://127.0.0.1:" + server.getAddress().getPort()),
                        Duration.ofSeconds(20))) {
            ReplaySender sender = new ReplaySender(endpoint, deadline -> {}, new ReplayOrders("run"), 500, patience);
            sender.send(flow, () -> {});
            return sender.totals();
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            String answer = answers.remove();
            boolean unavailable = answer.equals("503");
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(unavailable ? 503 : 200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static String lines(String... lines) {
        return String.join("\n", Arrays.asList(lines)) + "\n";
    }
}
