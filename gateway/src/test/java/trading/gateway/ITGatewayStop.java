package trading.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.util.concurrent.SingleThreadEventExecutor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import trading.testing.TestKafka;

/** A gateway that is stopped while clients send, each over a connection that it keeps. */
class ITGatewayStop {

    private static final int CLIENTS = 16;

    /** For whoever would wait for a stream, or for clients that keep their connections. */
    private static final String ENDLESS = "--spring.lifecycle.timeout-per-shutdown-phase=1h";
    private static final Duration SOON = Duration.ofMinutes(2);

    private final AtomicInteger accepted = new AtomicInteger();

    @Test
    void everyRequestThatWasSentIsAnswered() throws Exception {
        RunningGateway gateway = RunningGateway.start("--trading.gateway.drain=1s", "--management.server.port=0",
                ENDLESS);
        int port = gateway.port();
        try (OrdersLog log = new OrdersLog(TestKafka.start().bootstrapServers());
                ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
                HttpClient listener = HttpClient.newHttpClient()) {
            Stream<String> events = listener.send(HttpRequest.newBuilder(gateway.uri("/events?userId=bob")).build(),
                    BodyHandlers.ofLines()).body();
            List<Future<Integer>> sent = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                sent.add(clients.submit(() -> sendUntilNobodyListens(port)));
            }
            await().atMost(SOON).until(() -> accepted.get() >= 10 * CLIENTS);
            long stopNanos = System.nanoTime();
            gateway.close();
            assertThat(Duration.ofNanos(System.nanoTime() - stopNanos)).isLessThan(Duration.ofMinutes(2));
            assertThat(events.toList()).anyMatch(line -> line.startsWith("id:")).last().isEqualTo("");
            int requests = 0;
            for (Future<Integer> each : sent) {
                requests += each.get();
            }
            assertThat(accepted.get()).isEqualTo(requests);
            assertThat(log.read()).hasSize(requests);
        }
    }

    /** The end comes to an event loop that is busy, and finds connections that it had no time to accept. */
    @Test
    void whoHasConnectedBeforeTheEndIsAnswered() throws Exception {
        RunningGateway gateway = RunningGateway.start("--management.server.port=0", ENDLESS);
        CountDownLatch allHaveCome = new CountDownLatch(1);
        List<Socket> clients = new ArrayList<>();
        try (ExecutorService stop = Executors.newSingleThreadExecutor()) {
            try {
                List<SingleThreadEventExecutor> eventLoops = gateway.holdEventLoops(allHaveCome);
                Future<?> stopped = stop.submit(gateway::close);
                await().atMost(SOON)
                        .until(() -> eventLoops.stream().anyMatch(eventLoop -> eventLoop.pendingTasks() > 0));
                for (int i = 0; i < CLIENTS; i++) {
                    Socket client = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
                    clients.add(client);
                    client.setSoTimeout(120_000);
                    send(client);
                }
                allHaveCome.countDown();
                for (Socket client : clients) {
                    assertThat(new String(client.getInputStream().readAllBytes(), US_ASCII)).contains("200 OK",
                            "\"msg\":\"ok\"");
                }
                stopped.get();
            } finally {
                allHaveCome.countDown();
                for (Socket client : clients) {
                    client.close();
                }
            }
        }
    }

    @Test
    void aStreamThatNobodyEndsIsEndedWithItsAnswers() throws Exception {
        RunningGateway gateway = RunningGateway.start("--trading.gateway.drain=1s", "--management.server.port=0",
                ENDLESS);
        String line = "{\"side\":\"BUY\",\"productId\":\"apple\",\"quantity\":1,\"userId\":\"ben\"}";
        try (OrdersLog log = new OrdersLog(TestKafka.start().bootstrapServers());
                Socket connection = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
                BufferedReader answers = new BufferedReader(
                        new InputStreamReader(connection.getInputStream(), US_ASCII))) {
            connection.getOutputStream().write(("POST /orders HTTP/1.1\r\nHost: gateway\r\n"
                    + "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n").getBytes(US_ASCII));
            sendChunk(connection, line + "\n" + line);
            await().atMost(SOON).until(() -> !log.read().isEmpty());
            gateway.close();
            assertThat(answers.lines().toList()).filteredOn(answer -> answer.contains("PENDING")).hasSize(1);
            assertThat(log.read()).as("behind the first").isEmpty();
        }
    }

    @Test
    void noStreamOfEventsBeginsAtTheEnd() throws Exception {
        RunningGateway gateway = RunningGateway.start("--trading.gateway.drain=5s",
                "--spring.lifecycle.timeout-per-shutdown-phase=30s", "--management.server.port=0");
        try (ExecutorService stop = Executors.newSingleThreadExecutor();
                Socket listener = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
                BufferedReader events = new BufferedReader(
                        new InputStreamReader(listener.getInputStream(), US_ASCII))) {
            listener.setSoTimeout(120_000);
            listener.getOutputStream()
                    .write("GET /events?userId=ben HTTP/1.1\r\nHost: gateway\r\n\r\n".getBytes(US_ASCII));
            assertThat(events.readLine()).isEqualTo("HTTP/1.1 200 OK");
            Future<?> stopped = stop.submit(gateway::close);
            String line = events.readLine();
            while (!"0".equals(line)) {
                assertThat(line).as("before the last chunk").isNotNull();
                line = events.readLine();
            }
            assertThat(gateway.get("/events?userId=ben").body()).contains("events-unavailable", "This gateway stops");
            stopped.get();
        }
    }

    private static void sendChunk(Socket connection, String text) throws IOException {
        connection.getOutputStream()
                .write((Integer.toHexString(text.length()) + "\r\n" + text + "\r\n").getBytes(US_ASCII));
    }

    /**
     * How many requests were sent; fails if one of them is not answered, or not with 200. Only a connection that came
     * while the server was being closed may end without a word.
     */
    private int sendUntilNobodyListens(int port) throws IOException {
        int requests = 0;
        while (true) {
            Socket connected;
            try {
                connected = new Socket(InetAddress.getLoopbackAddress(), port);
            } catch (SocketException e) {
                // Refused, or reset while it waited to be taken.
                return requests;
            }
            try (Socket connection = connected;
                    BufferedReader answers = new BufferedReader(
                            new InputStreamReader(connection.getInputStream(), US_ASCII))) {
                connection.setSoTimeout(120_000);
                if (!taken(connection, answers)) {
                    return requests;
                }
                requests++;
                while (readAnswer(answers)) {
                    accepted.incrementAndGet();
                    send(connection);
                    requests++;
                }
                accepted.incrementAndGet();
            }
        }
    }

    private static void send(Socket connection) throws IOException {
        connection.getOutputStream().write(("GET /buy?productId=apple&quantity=1&userId=bob HTTP/1.1\r\n"
                + "Host: gateway\r\n\r\n").getBytes(US_ASCII));
    }

    /** Sends the first request over a new connection; whether anything comes back. */
    private static boolean taken(Socket connection, BufferedReader answers) throws IOException {
        try {
            send(connection);
            answers.mark(1);
            boolean taken = answers.read() >= 0;
            answers.reset();
            return taken;
        } catch (SocketException e) {
            return false;
        }
    }

    /** Whether the connection is kept. */
    private static boolean readAnswer(BufferedReader answers) throws IOException {
        assertThat(answers.readLine()).isEqualTo("HTTP/1.1 200 OK");
        boolean kept = true;
        int length = 0;
        for (String header = answers.readLine(); !header.isEmpty(); header = answers.readLine()) {
            kept &= !header.equalsIgnoreCase("connection: close");
            if (header.regionMatches(true, 0, "content-length: ", 0, 16)) {
                length = Integer.parseInt(header.substring(16));
            }
        }
        assertThat(answers.skip(length)).isEqualTo(length);
        return kept;
    }
}
