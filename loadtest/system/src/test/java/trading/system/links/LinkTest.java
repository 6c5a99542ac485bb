package trading.system.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trading.local.PortPlan;
import trading.local.Ports;

/** One client, one server that sends back what it gets, and the link between them. */
class LinkTest {

    private static final int SOON_MILLIS = 120_000;
    private static final Duration SOON = Duration.ofMillis(SOON_MILLIS);
    private static final int NEVER_MILLIS = 200;
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private static final int ANSWERED_WHEN_TOLD = 100;

    private final BlockingQueue<Integer> received = new LinkedBlockingQueue<>();
    private final CountDownLatch answer = new CountDownLatch(1);
    private ServerSocket server;
    private Link link;
    private int port;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 50, LOOPBACK);
        Thread.ofVirtual().start(this::serve);
        port = Ports.free();
        link = new Link("client-server", Map.of(port, server.getLocalPort()));
    }

    @AfterEach
    void close() throws IOException {
        link.close();
        server.close();
    }

    @Test
    void everythingPasses() throws IOException {
        try (Socket client = client()) {
            assertThat(echo(client, 7)).isEqualTo(7);
            assertThat(echo(client, 8)).isEqualTo(8);
        }
        assertThat(link.cuts()).isZero();
    }

    @Test
    void whatIsHeldPassesLater() throws IOException {
        try (Socket client = client()) {
            assertThat(echo(client, 1)).isEqualTo(1);
            link.hold();
            client.setSoTimeout(NEVER_MILLIS);
            assertThatThrownBy(() -> echo(client, 2)).isInstanceOf(SocketTimeoutException.class);

            link.pass();

            client.setSoTimeout(SOON_MILLIS);
            assertThat(client.getInputStream().read()).isEqualTo(2);
        }
    }

    @Test
    void heldRequestsDoNotHoldAnswers() throws Exception {
        try (Socket client = client()) {
            client.getOutputStream().write(ANSWERED_WHEN_TOLD);
            assertThat(received.poll(SOON_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo(ANSWERED_WHEN_TOLD);
            link.holdRequests();
            answer.countDown();
            assertThat(client.getInputStream().read()).isEqualTo(ANSWERED_WHEN_TOLD);
            client.setSoTimeout(NEVER_MILLIS);
            assertThatThrownBy(() -> echo(client, 9)).isInstanceOf(SocketTimeoutException.class);

            link.pass();

            client.setSoTimeout(SOON_MILLIS);
            assertThat(client.getInputStream().read()).isEqualTo(9);
        }
    }

    @Test
    void aSlowLinkIsSlow() throws IOException {
        try (Socket client = client()) {
            link.slow(Duration.ofMillis(NEVER_MILLIS));
            long start = System.nanoTime();
            assertThat(echo(client, 3)).isEqualTo(3);
            assertThat(Duration.ofNanos(System.nanoTime() - start).toMillis())
                    .isGreaterThanOrEqualTo(2 * NEVER_MILLIS);
        }
    }

    @Test
    void whatIsCutIsClosedAndSoIsWhatComes() throws IOException {
        try (Socket client = client()) {
            assertThat(echo(client, 4)).isEqualTo(4);
            link.cut();
            await().atMost(SOON).untilAsserted(() -> assertThat(isClosed(client)).isTrue());
        }
        try (Socket client = client()) {
            await().atMost(SOON).untilAsserted(() -> assertThat(isClosed(client)).isTrue());
        }
        assertThat(link.cuts()).isGreaterThanOrEqualTo(2);
        link.pass();
        try (Socket client = client()) {
            assertThat(echo(client, 5)).isEqualTo(5);
        }
    }

    @Test
    void aServerThatHasVanishedAnswersNobody() throws IOException {
        try (Socket client = client()) {
            assertThat(echo(client, 1)).isEqualTo(1);
            link.silence(Set.of(server.getLocalPort()));

            assertThatThrownBy(this::connectQuickly).isInstanceOf(SocketTimeoutException.class);
            assertThat(echo(client, 2)).isEqualTo(2);
        }

        link.pass();

        try (Socket client = client()) {
            assertThat(echo(client, 3)).isEqualTo(3);
        }
    }

    @Test
    void othersAnswerWhereOneHasVanished() throws IOException {
        link.silence(Set.of(port));
        try (Socket client = client()) {
            assertThat(echo(client, 1)).isEqualTo(1);
        }
    }

    @Test
    void aServerWithTooMuchRoomIsNotTakenForSilent() throws IOException {
        try (ServerSocket roomy = new ServerSocket(0, 1_000, LOOPBACK); SilentPorts ports = new SilentPorts()) {
            assertThatThrownBy(() -> ports.silence(roomy.getLocalPort())).isInstanceOf(IOException.class)
                    .hasMessage("port " + roomy.getLocalPort()
                            + ": answered 500 connections (expected: a server that accepts none, and asked for fewer)");
        }
    }

    @Test
    void severalServersAreCutOffTogether() throws IOException {
        PortPlan ports = PortPlan.free();
        int first = ports.kafka(1);
        int second = ports.kafka(2);
        try (Link both = new Link("client-servers",
                Map.of(first, server.getLocalPort(), second, server.getLocalPort()));
                Socket toFirst = client(first);
                Socket toSecond = client(second)) {
            assertThat(echo(toFirst, 1)).isEqualTo(1);
            assertThat(echo(toSecond, 2)).isEqualTo(2);
            both.cut();
            await().atMost(SOON).untilAsserted(() -> assertThat(isClosed(toFirst)).isTrue());
            await().atMost(SOON).untilAsserted(() -> assertThat(isClosed(toSecond)).isTrue());
        }
    }

    @Test
    void whatWasHeldWhenItWasCutIsLost() throws IOException {
        try (Socket client = client()) {
            assertThat(echo(client, 1)).isEqualTo(1);
            link.hold();
            client.getOutputStream().write(6);
            link.cut();
            link.pass();
            assertThat(isClosed(client)).isTrue();
        }
        try (Socket client = client()) {
            assertThat(echo(client, 7)).isEqualTo(7);
        }
    }

    private Socket client() throws IOException {
        return client(port);
    }

    private static Socket client(int port) throws IOException {
        Socket client = new Socket(LOOPBACK, port);
        client.setSoTimeout(SOON_MILLIS);
        return client;
    }

    private void connectQuickly() throws IOException {
        try (Socket client = new Socket()) {
            client.connect(new InetSocketAddress(LOOPBACK, port), NEVER_MILLIS);
        }
    }

    private static int echo(Socket client, int value) throws IOException {
        client.getOutputStream().write(value);
        return client.getInputStream().read();
    }

    private static boolean isClosed(Socket client) {
        try {
            return client.getInputStream().read() < 0;
        } catch (IOException e) {
            return true;
        }
    }

    private void serve() {
        while (!server.isClosed()) {
            try {
                Socket connection = server.accept();
                Thread.ofVirtual().start(() -> sendBack(connection));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void sendBack(Socket connection) {
        try (connection) {
            for (int value = connection.getInputStream().read(); value >= 0; value = connection.getInputStream()
                    .read()) {
                received.add(value);
                if (value == ANSWERED_WHEN_TOLD) {
                    answer.await();
                }
                connection.getOutputStream().write(value);
            }
        } catch (IOException e) {
            // The link was cut.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
