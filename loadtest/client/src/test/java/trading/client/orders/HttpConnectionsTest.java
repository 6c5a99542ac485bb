package trading.client.orders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HttpConnectionsTest {

    private static final int CLIENTS = 100;
    private static final int REQUESTS = 100;

    private final AtomicInteger accepted = new AtomicInteger();
    private final CountDownLatch late = new CountDownLatch(1);
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, CLIENTS, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (true) {
                    Socket socket = server.accept();
                    accepted.incrementAndGet();
                    Thread.ofVirtual().start(() -> echo(socket));
                }
            } catch (IOException e) {
                // The test is over.
            }
        });
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void everyoneGetsHisOwnAnswer() throws Exception {
        try (HttpConnections connections = connections(Duration.ofSeconds(30));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> clients = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                String name = "client-" + client + "-";
                clients.add(threads.submit(() -> {
                    for (int request = 0; request < REQUESTS; request++) {
                        assertThat(ask(connections, name + request)).isEqualTo(name + request);
                    }
                    return null;
                }));
            }
            for (Future<?> client : clients) {
                client.get();
            }
            assertThat(accepted).hasValueLessThanOrEqualTo(CLIENTS);
        }
    }

    @Test
    void nobodyHasToWaitForHisAnswer() throws Exception {
        try (HttpConnections connections = connections(Duration.ofSeconds(30))) {
            for (int round = 0; round < 10; round++) {
                List<CompletableFuture<HttpConnection.Answer>> asked = new ArrayList<>();
                for (int request = 0; request < REQUESTS; request++) {
                    asked.add(connections.begin(request(connections, round + "-" + request)));
                }
                for (int request = 0; request < REQUESTS; request++) {
                    assertThat(asked.get(request).get().body()).isEqualTo(round + "-" + request);
                }
            }
            assertThat(accepted).hasValueLessThanOrEqualTo(REQUESTS);
        }
    }

    @Test
    void whereNobodyListensThereIsNoAnswer() throws Exception {
        ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        nobody.close();
        try (HttpConnections connections = new HttpConnections(
                GatewayAddress.open("http://127.0.0.1:" + nobody.getLocalPort()), Duration.ofSeconds(30))) {
            assertThatThrownBy(() -> ask(connections, "first")).isInstanceOf(ConnectException.class);
            assertThatThrownBy(() -> connections.begin(request(connections, "second")).get()).rootCause()
                    .isInstanceOf(ConnectException.class);
        }
        try (HttpConnections connections = new HttpConnections(GatewayAddress.open("http://nowhere.invalid"),
                Duration.ofSeconds(30))) {
            assertThatThrownBy(() -> ask(connections, "first")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void anAnswerThatIsLateIsNotTheNextOnes() throws Exception {
        try (HttpConnections connections = connections(Duration.ofSeconds(10))) {
            assertThat(ask(connections, "first")).isEqualTo("first");
            assertThatThrownBy(() -> ask(connections, "late")).isInstanceOf(SocketTimeoutException.class);
            late.countDown();
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(ask(connections, "next-" + i)).isEqualTo("next-" + i);
            }
            assertThat(accepted).as("the one that was late, and another").hasValue(2);
        }
    }

    private static String ask(HttpConnections connections, String path) throws IOException {
        return connections.exchange(request(connections, path)).body();
    }

    private static byte[] request(HttpConnections connections, String path) {
        return (connections.head("GET", path) + "\r\n").getBytes(UTF_8);
    }

    private HttpConnections connections(Duration timeout) {
        return new HttpConnections(GatewayAddress.open("http://127.0.0.1:" + server.getLocalPort()), timeout);
    }

    /** Answers with what was asked for. */
    private void echo(Socket socket) {
        try (socket; BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("GET /")) {
                    String body = line.substring("GET /".length(), line.lastIndexOf(' '));
                    if (body.equals("late")) {
                        late.await();
                    }
                    socket.getOutputStream().write(
                            ("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                                    .getBytes(UTF_8));
                }
            }
        } catch (IOException e) {
            // The client has closed it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
