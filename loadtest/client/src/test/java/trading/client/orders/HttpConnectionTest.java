package trading.client.orders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trading.client.orders.HttpConnection.Answer;

@Timeout(60)
class HttpConnectionTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final byte[] REQUEST = "GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8);
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final AnswerReader reader = new AnswerReader(LONG);
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        reader.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HTTP/1.1 202 Accepted~Content-Length: 6~~{id:1}                                     | 202 | {id:1} | -1
            HTTP/1.1 202~cONTENT-lENGTH:  3\t~X: content-length: 9~~abc                          | 202 | abc | -1
            HTTP/1.1 200 OK~Content-Length: 0~~                                                 | 200 | '' | -1
            HTTP/1.1 204 No Content~Date: today~~                                               | 204 | '' | -1
            HTTP/1.1 200 OK~Transfer-Encoding: chunked~~1~a~A;x=y~0123456789~ 2 ~bc~0~T: 1~U: 2~~ | 200 | a0123456789bc | -1
            HTTP/1.1 200 OK~transfer-encoding: gzip, Chunked~~0~~                               | 200 | '' | -1
            HTTP/1.1 100 Continue~~HTTP/1.1 103 Early~Link: x~~HTTP/1.1 503 Busy~Content-Length: 4~~busy | 503 | busy | -1
            HTTP/1.1 503 Busy~Retry-After: 17~Content-Length: 4~~busy                           | 503 | busy | 17
            HTTP/1.1 503 Busy~retry-after: Thu, 26 Nov 2026 10:00:00 GMT~Content-Length: 4~~busy | 503 | busy | -1
            """)
    void anAnswerIsTheSameWhereverItIsCut(String lines, int status, String body, int retryAfter) throws Exception {
        byte[] answer = lines.replace("~", "\r\n").getBytes(UTF_8);
        try (Pair pair = new Pair(); Pair other = new Pair()) {
            for (int cut = 0; cut < answer.length; cut++) {
                Future<Answer> asked = pair.ask();
                pair.answer(Arrays.copyOf(answer, cut));
                untilAllIsReadBy(other);
                assertThat(asked.isDone()).as("after %d bytes", cut).isFalse();
                pair.answer(Arrays.copyOfRange(answer, cut, answer.length));
                assertThat(asked.get()).as("cut after %d bytes", cut).isEqualTo(new Answer(status, body, retryAfter));
                assertThat(pair.connection.isUsable(LONG)).isTrue();
            }
        }
    }

    @Test
    void anAnswerMayComeByteByByteAndBeLongerThanWhatIsReadAtOnce() throws Exception {
        try (Pair pair = new Pair(); Pair other = new Pair()) {
            Future<Answer> asked = pair.ask();
            for (byte next : OK.getBytes(UTF_8)) {
                assertThat(asked.isDone()).isFalse();
                pair.answer(new byte[]{next});
                untilAllIsReadBy(other);
            }
            assertThat(asked.get()).isEqualTo(new Answer(200, "ok", -1));

            String body = "ä€".repeat(50_000);
            Future<Answer> askedForMore = pair.ask();
            pair.answer("HTTP/1.1 200 OK\r\nContent-Length: " + body.getBytes(UTF_8).length + "\r\n\r\n" + body);
            assertThat(askedForMore.get().body()).isEqualTo(body);
        }
    }

    @Test
    void anAnswerWithoutALengthEndsWithItsConnection() throws Exception {
        try (Pair pair = new Pair()) {
            Future<Answer> asked = pair.ask();
            pair.answer("HTTP/1.1 200 OK\r\n\r\nall of");
            pair.answer(" it");
            pair.socket().close();
            assertThat(asked.get()).isEqualTo(new Answer(200, "all of it", -1));
            assertThat(pair.connection.isUsable(LONG)).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HTTP/1.1 200 OK~Connection: Close~Content-Length: 2~~ok
            HTTP/1.0 200 OK~Content-Length: 2~~ok
            HTTP/1.1 200 OK~Content-Length: 2~~ok and more
            """)
    void isOfNoMoreUseAfter(String lines) throws Exception {
        try (Pair pair = new Pair()) {
            Future<Answer> asked = pair.ask();
            pair.answer(lines.replace("~", "\r\n"));
            assertThat(asked.get()).isEqualTo(new Answer(200, "ok", -1));
            assertThat(pair.connection.isUsable(LONG)).isFalse();
        }
    }

    @Test
    void isOfNoMoreUseOnceItWasIdleForLongOrIsClosedByTheServer() throws Exception {
        try (Pair pair = new Pair()) {
            Future<Answer> asked = pair.ask();
            pair.answer(OK);
            asked.get();
            assertThat(pair.connection.isUsable(LONG)).isTrue();
            assertThat(pair.connection.isUsable(Duration.ZERO)).isFalse();
            pair.socket().close();
            await().atMost(LONG).until(() -> !pair.connection.isUsable(LONG));
            assertThatThrownBy(() -> pair.connection.exchange(REQUEST)).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SSH-2.0-OpenSSH~                                  | not an HTTP answer: SSH-2.0-OpenSSH
            HTTP/1.1 20x OK~                                  | not an HTTP answer: HTTP/1.1 20x OK
            HTTP/1.1 2000~                                    | not an HTTP answer: HTTP/1.1 2000
            HTTP/1.1 200 OK~Content-Length: 1 2~              | not a length: 1 2
            HTTP/1.1 200 OK~Content-Length: -1~               | not a length: -1
            HTTP/1.1 200 OK~Content-Length: 99999999999~      | not a length: 99999999999
            HTTP/1.1 200 OK~Content-Length:~                  | not a length:
            HTTP/1.1 200 OK~Content-Length: 16777217~~        | an answer of 16777217 bytes
            HTTP/1.1 200 OK~Transfer-Encoding: chunked~~g~    | not a length: g
            HTTP/1.1 200 OK~Transfer-Encoding: chunked~~1~a~1000000~ | an answer of more than 16777216 bytes
            """)
    void isNoAnswer(String lines, String reason) throws Exception {
        assertThatThrownBy(() -> exchange(lines.replace("~", "\r\n"))).isExactlyInstanceOf(IOException.class)
                .hasMessage(reason.equals("not a length:") ? reason + " " : reason);
    }

    @Test
    void headsAndBodiesHaveLimits() throws Exception {
        String head = "HTTP/1.1 200 OK\r\n";
        String limits = "X: y\r\n".repeat(AnswerHead.MAX_HEADERS - 2) + "Z: " + "z".repeat(AnswerParser.MAX_LINE - 4);
        assertThat(exchange(head + limits + "\r\nContent-Length: 2\r\n\r\nok").body()).isEqualTo("ok");
        assertThatThrownBy(() -> exchange(head + limits + "z\r\n")).hasMessage("a header of more than 8192 bytes");
        assertThatThrownBy(() -> exchange(head + "X: y\r\n".repeat(101))).hasMessage("more than 100 headers");
        assertThatThrownBy(() -> exchange(
                head + "Transfer-Encoding: chunked\r\n\r\n0\r\n" + "X: y\r\n".repeat(100)))
                .hasMessage("more than 100 headers");
        String body = "b".repeat(AnswerParser.MAX_BODY);
        assertThat(exchange(head + "Content-Length: 16777216\r\n\r\n" + body).body()).isEqualTo(body);
        assertThatThrownBy(() -> exchange(head + "\r\n" + body + "b"))
                .hasMessage("an answer of more than 16777216 bytes");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HTTP/1.1 100 Continue~~HTTP/1.1 200 OK~Content-Length: 2~~ok
            HTTP/1.1 200 OK~Transfer-Encoding: chunked~~2~ok~0~~
            """)
    void anAnswerThatBreaksOffIsNoneWhereverThatIs(String lines) throws Exception {
        byte[] answer = lines.replace("~", "\r\n").getBytes(UTF_8);
        for (int cut = 0; cut < answer.length; cut++) {
            try (Pair pair = new Pair()) {
                Future<Answer> asked = pair.ask();
                pair.answer(Arrays.copyOf(answer, cut));
                pair.socket().close();
                assertThatThrownBy(asked::get).as("after %d bytes", cut).isInstanceOf(ExecutionException.class)
                        .cause().isInstanceOf(EOFException.class).message().containsAnyOf(
                                "the connection was closed in the middle of an answer", "the answer ended after 0 of 2",
                                "the answer ended after 1 of 2");
                assertThat(pair.connection.isUsable(LONG)).isFalse();
            }
        }
    }

    @Test
    void anAnswerThatComesTooLateIsNoOtherRequests() throws Exception {
        AnswerReader impatient = new AnswerReader(Duration.ofMillis(100));
        try (impatient; Pair pair = new Pair(Duration.ofMillis(100), impatient)) {
            Future<Answer> asked = pair.ask();
            assertThatThrownBy(asked::get).cause().isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("no answer within 100 ms");
            assertThat(pair.socket().getInputStream().read()).as("the connection is closed").isNegative();
            pair.answer(OK);
            assertThat(pair.connection.isUsable(LONG)).isFalse();
            assertThatThrownBy(() -> pair.connection.exchange(REQUEST)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aRequestThatFindsNoRoomIsSentWhenThereIsSome() throws Exception {
        byte[] request = new byte[32 * 1024 * 1024];
        new SplittableRandom(1).nextBytes(request);
        try (Pair pair = new Pair()) {
            Future<Answer> asked = pair.begin(request);
            assertThat(pair.socket().getInputStream().readNBytes(request.length)).isEqualTo(request);
            pair.answer(OK);
            assertThat(asked.get().body()).isEqualTo("ok");
            assertThat(pair.connection.isUsable(LONG)).isTrue();
            Future<Answer> askedAgain = pair.ask();
            pair.answer(OK);
            assertThat(askedAgain.get().body()).isEqualTo("ok");
        }
    }

    @Test
    void anAnswerBeforeAllOfTheRequestIsSentEndsTheConnection() throws Exception {
        try (Pair pair = new Pair()) {
            Future<Answer> asked = pair.begin(new byte[32 * 1024 * 1024]);
            pair.answer("HTTP/1.1 413 Too much\r\nContent-Length: 0\r\n\r\n");
            assertThat(asked.get().status()).isEqualTo(413);
            assertThat(pair.connection.isUsable(LONG)).isFalse();
        }
    }

    @Test
    void whoIsInterruptedWaitsNoLonger() throws Exception {
        try (Pair pair = new Pair()) {
            FutureTask<Answer> asked = new FutureTask<>(() -> pair.connection.exchange(REQUEST));
            Thread thread = Thread.ofVirtual().start(asked);
            pair.socket().getInputStream().readNBytes(REQUEST.length);
            thread.interrupt();
            assertThatThrownBy(asked::get).cause().isInstanceOf(InterruptedIOException.class);
        }
    }

    @Test
    void nobodyWaitsForAReaderThatIsClosed() throws Exception {
        try (Pair pair = new Pair()) {
            Future<Answer> asked = pair.ask();
            reader.close();
            assertThatThrownBy(asked::get).cause().isInstanceOf(IOException.class)
                    .hasMessage("no answers are read any more");
            assertThatThrownBy(Pair::new).isInstanceOf(IOException.class).hasMessage("no answers are read any more");
        }
    }

    /** An answer over a connection of its own. */
    private Answer exchange(String answer) throws Exception {
        try (Pair pair = new Pair()) {
            Future<Answer> asked = pair.ask();
            // Whoever refuses it may not read all of it.
            Thread.ofVirtual().start(() -> {
                try {
                    pair.answer(answer);
                    pair.socket().shutdownOutput();
                } catch (IOException e) {
                    // It was refused.
                }
            });
            return asked.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : e;
        }
    }

    /**
     * Returns when the reader has read what was sent before: a second answer over another connection can only be read when all is
     * read that was there together with the first.
     */
    private static void untilAllIsReadBy(Pair other) throws Exception {
        for (int answers = 0; answers < 2; answers++) {
            Future<Answer> asked = other.ask();
            other.answer(OK);
            asked.get();
        }
    }

    /** Both ends of a connection. */
    private final class Pair implements AutoCloseable {

        private final HttpConnection connection;
        private @Nullable Socket accepted;

        private Pair() throws IOException {
            this(LONG, reader);
        }

        private Pair(Duration timeout, AnswerReader answers) throws IOException {
            connection = new HttpConnection((InetSocketAddress) server.getLocalSocketAddress(), timeout, answers);
        }

        /** The server's end, from the first request on. */
        private Socket socket() throws IOException {
            Socket socket = accepted;
            if (socket == null) {
                socket = server.accept();
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(Math.toIntExact(LONG.toMillis()));
                accepted = socket;
            }
            return socket;
        }

        /** Sends a request, which the server has when this returns. */
        private Future<Answer> ask() throws IOException {
            Future<Answer> asked = begin(REQUEST);
            assertThat(socket().getInputStream().readNBytes(REQUEST.length)).isEqualTo(REQUEST);
            return asked;
        }

        private Future<Answer> begin(byte[] request) {
            FutureTask<Answer> asked = new FutureTask<>(() -> connection.exchange(request));
            Thread.ofVirtual().start(asked);
            return asked;
        }

        private void answer(String text) throws IOException {
            answer(text.getBytes(UTF_8));
        }

        private void answer(byte[] bytes) throws IOException {
            socket().getOutputStream().write(bytes);
        }

        @Override
        public void close() throws IOException {
            connection.close();
            if (accepted != null) {
                accepted.close();
            }
        }
    }
}
