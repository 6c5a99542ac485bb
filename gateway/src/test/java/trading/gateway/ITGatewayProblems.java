package trading.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.security.web.server.WebFilterChainProxy;
import org.springframework.web.cors.reactive.CorsWebFilter;

/** Whatever is asked wrongly is answered by a problem, whoever notices it; and the description of what is asked rightly. */
class ITGatewayProblems {

    private static RunningGateway gateway;

    @BeforeAll
    static void start() {
        gateway = RunningGateway.start();
        await().atMost(Duration.ofMinutes(2)).until(() -> gateway.get("/products").statusCode() == 200);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/x-ndjson"})
    void aCompressedBodyIsToldFromOneThatIsWrong(String type) {
        HttpResponse<String> answer = gateway.send(HttpRequest.newBuilder(gateway.uri("/orders"))
                .header("Content-Type", type).header("Content-Encoding", "gzip").POST(BodyPublishers.ofString("{}")));
        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(answer.body()).contains("Content-Encoding: gzip (expected: identity)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            GET     | /nothing                                                    |                               | 404 |           | path: /nothing (expected: /buy,
            POST    | /nothing                                                    |                               | 404 |           | path: /nothing (expected: /buy,
            OPTIONS | /nothing                                                    |                               | 404 |           | path: /nothing (expected: /buy,
            GET     | /webjars/swagger-ui/index.html                              |                               | 404 |           | path: /webjars/
            GET     | /swagger-ui/nothing.js                                      |                               | 404 |           | path: /swagger-ui/nothing.js
            GET     | /page/1/nothing.js                                          |                               | 404 |           | path: /page/1/nothing.js
            GET     | /page/1/..%2fapplication.yaml                               |                               | 404 |           | path: /page/1/
            GET     | /page/main.js                                               |                               | 404 |           | path: /page/main.js
            GET     | /actuator/nothing                                           |                               | 404 |           | path: /actuator/nothing
            GET     | /orders/01a1f9d2-6982-7025-977f-16f910879783                |                               | 404 |           | unknown-or-pending
            GET     | /products/unheard-of/book                                   |                               | 404 |           | unknown-product
            GET     | /products/unheard-of/stream                                 |                               | 404 |           | unknown-product
            GET     | /sell;x=1?productId=a&quantity=1&price=1&userId=b           |                               | 404 |           | path: /sell;x=1 (expected: /buy,
            PUT     | /orders                                                     |                               | 405 | POST      | method: PUT (expected:
            PATCH   | /orders                                                     |                               | 405 | DELETE    | method: PATCH (expected:
            POST    | /buy?productId=a&quantity=1&userId=b                        |                               | 405 | GET       | method: POST (expected: GET)
            PATCH   | /result                                                     |                               | 405 | GET       | method: PATCH (expected: GET)
            TRACE   | /products                                                   |                               | 405 | GET       | method: TRACE (expected: GET)
            QUERY   | /products/unheard-of/trades                                 |                               | 405 | GET       | method: QUERY (expected: GET)
            POST    | /openapi.json                                               |                               | 405 | GET       | method: POST (expected: GET)
            GET     | /buy?productId=a&quantity=1&userId=b                        | Sec-Fetch-Site: cross-site    | 403 |           | Sec-Fetch-Site: cross-site (expected: same-origin or none;
            GET     | /sell?productId=a&quantity=1&price=1&userId=b               | Sec-Fetch-Site: same-site     | 403 |           | Sec-Fetch-Site: same-site (expected: same-origin or none;
            GET     | /buy?productId=a&quantity=1&userId=b                        | Accept: text/html             | 406 |           | Accept: text/html (expected: application/json)
            GET     | /result?id=01a1f9d2-6982-7025-977f-16f910879783             | Accept: application/xml       | 406 |           | Accept: application/xml (expected:
            GET     | /orders/01a1f9d2-6982-7025-977f-16f910879783/sales          | Accept: image/*               | 406 |           | Accept: image/* (expected:
            GET     | /products                                                   | Accept: text/csv              | 406 |           | Accept: text/csv (expected:
            GET     | /products/unheard-of/stream                                 | Accept: application/json      | 406 |           | (expected: text/event-stream)
            GET     | /events?userId=sue                                          | Accept: application/json      | 406 |           | (expected: text/event-stream)
            GET     | /events?userId=sue                                          | Last-Event-ID: 7              | 400 |           | Last-Event-ID: 7 (expected: the id of an event, as a stream gave it)
            GET     | /products                                                   | Accept: nonsense              | 406 |           | Accept: nonsense (expected: application/json)
            GET     | /orders?userId=sue                                          | Accept: application/problem+json | 406 |           | Accept: application/problem+json (expected: application/json)
            GET     | /orders/01a1f9d2-6982-7025-977f-16f910879783                | Accept: application/problem+json | 406 |           | Accept: application/problem+json (expected: application/json)
            GET     | /orders/01a1f9d2-6982-7025-977f-16f910879783/sales          | Accept: application/problem+json | 406 |           | Accept: application/problem+json (expected: application/json)
            GET     | /result?id=01a1f9d2-6982-7025-977f-16f910879783             | Accept: application/problem+json | 406 |           | Accept: application/problem+json (expected: application/json)
            GET     | /products                                                   | Accept: application/problem+json | 406 |           | Accept: application/problem+json (expected: application/json)
            GET     | /products/unheard-of/ticker                                 | Accept: application/problem+json | 406 |           | Accept: application/problem+json (expected: application/json)
            GET     | /products/unheard-of/book                                   | Accept: application/problem+json | 406 |           | Accept: application/problem+json (expected: application/json)
            GET     | /products/unheard-of/trades                                 | Accept: application/problem+json | 406 |           | Accept: application/problem+json (expected: application/json)
            GET     | /products/unheard-of/candles?interval=1m                    | Accept: application/problem+json | 406 |           | Accept: application/problem+json (expected: application/json)
            GET     | /products                                                   | Accept: text/event-stream     | 406 |           | Accept: text/event-stream (expected: application/json)
            GET     | /orders/01a1f9d2-6982-7025-977f-16f910879783                | Accept: application/json;q=2  | 406 |           | (expected: application/json)
            GET     | /openapi.json                                               | Range: bytes=99999999-        | 416 |           | Range: bytes=99999999- (expected:
            GET     | /openapi.json                                               | Range: nonsense               | 416 |           | Range: nonsense (expected:
            GET     | /swagger-ui/swagger-ui.css                                  | Range: bytes=99999999-        | 416 |           | Range: bytes=99999999- (expected:
            GET     | /buy?productId=a&quantity=1&userId=b                        | Origin: http://evil.example   | 403 |           | Origin: http://evil.example (expected: a page of 127.0.0.1:
            GET     | /buy?productId=a&quantity=1&userId=b                        | Origin: http://127.0.0.1:1    | 403 |           | Origin: http://127.0.0.1:1 (expected: a page of 127.0.0.1:
            GET     | /buy?productId=a&quantity=1&userId=b                        | Origin: null                  | 403 |           | Origin: null (expected: a page of 127.0.0.1:
            GET     | /sell?productId=a&quantity=1&price=1&userId=b               | Referer: http://evil.example/127.0.0.1 | 403 |           | Referer: http://evil.example/127.0.0.1 (expected: a page of 127.0.0.1:
            POST    | /orders                                                     | Content-Type: text/plain      | 415 |           | Content-Type: text/plain (expected: application/json or application/x-ndjson)
            POST    | /orders                                                     | Content-Type: nonsense        | 415 |           | Content-Type: nonsense (expected:
            POST    | /orders                                                     |                               | 415 |           | Content-Type: missing (expected:
            POST    | /orders                                                     | Content-Type: application/json | 400 |          | body: x (expected: a JSON object)
            POST    | /orders?timeInForce=IOC                                     | Content-Type: application/json | 400 |          | timeInForce: IOC (expected: no parameters)
            POST    | /orders?timeInForce=IOC                                     | Content-Type: application/x-ndjson | 400 |      | timeInForce: IOC (expected: no parameters)
            GET     | /orders                                                     |                               | 400 |           | userId: missing
            DELETE  | /orders                                                     |                               | 400 |           | userId: missing
            GET     | /orders?userId=sue&status=FILLED                            |                               | 400 |           | status: FILLED (expected: OPEN or PARTIALLY_FILLED
            GET     | /products?limit=%D9%A3                                      |                               | 400 |           | (expected: a whole number from 1 to
            GET     | /products?limit=-0                                          |                               | 400 |           | limit: -0 (expected: a whole number from 1 to
            GET     | /products?limit=+3                                          |                               | 400 |           | limit:  3 (expected: a whole number from 1 to
            GET     | /orders/01a1f9d2-6982-7025-977f-16f910879783/sales?after=99999999999999999999 |             | 400 |           | after: 99999999999999999999 (expected: a whole number from 0 to 9223372036854775807)
            GET     | /result?id=1                                                |                               | 400 |           | invalid-field
            """)
    void aBadRequestGetsAProblem(String method, String path, String header, int status, String allowed, String told) {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri(path)).method(method,
                method.equals("POST") ? BodyPublishers.ofString("x") : BodyPublishers.noBody());
        if (header != null) {
            request.header(header.substring(0, header.indexOf(':')), header.substring(header.indexOf(' ') + 1));
        }
        HttpResponse<String> answer = gateway.send(request);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains("\"status\":" + status).contains(told);
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(answer.headers().map()).doesNotContainKeys("access-control-allow-origin", "www-authenticate");
        if (allowed != null) {
            assertThat(answer.headers().firstValue("Allow").orElse("").split("[, ]+")).contains(allowed);
        }
    }

    /** Of so many, Spring takes none for a list of types. */
    @ParameterizedTest
    @ValueSource(strings = {"/", "/products", "/openapi.json", "/result?id=01a1f9d2-6982-7025-977f-16f910879783"})
    void aListOfTooManyTypesIsNotAcceptable(String path) {
        HttpResponse<String> answer = gateway.send(
                HttpRequest.newBuilder(gateway.uri(path)).header("Accept", "a/b,".repeat(60) + "*/*"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(406);
        assertThat(answer.body()).contains("Accept: a/b,a/b,", "(expected: at most 50 media types)");
    }

    @Test
    void aPageOfAnotherOriginThatAsksWhetherItMayGetsAProblem() throws IOException {
        String answer = raw("OPTIONS /nothing HTTP/1.1\r\nHost: gateway\r\nOrigin: http://evil.example\r\n"
                + "Access-Control-Request-Method: POST\r\nConnection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 403").containsIgnoringCase("content-type: application/problem+json")
                .contains("\"status\":403", "Origin: http://evil.example (expected: this gateway's own;").endsWith("}");
    }

    @ParameterizedTest
    @CsvSource({"Origin, ''", "Referer, ''", "Referer, /orders?by=hand"})
    void itsOwnPageMayOrderByGet(String header, String path) {
        assertThat(gateway.send(HttpRequest.newBuilder(gateway.uri("/buy?productId=a&quantity=1&userId=b"))
                .header(header, "http://127.0.0.1:" + gateway.port() + path)).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HEAD    | /products                                    | 200 |
            HEAD    | /openapi.json                                | 200 |
            HEAD    | /                                            | 200 |
            HEAD    | /market/stream                               | 405 | GET
            HEAD    | /result?id=1                                 | 400 |
            HEAD    | /nothing                                     | 404 |
            HEAD    | /buy?productId=a&quantity=1&userId=b         | 405 | GET
            HEAD    | /products/unheard-of/stream                  | 405 | GET
            HEAD    | /events?userId=sue                           | 405 | GET
            OPTIONS | /orders                                      | 200 | POST
            OPTIONS | /result                                      | 200 | GET
            """)
    void whoAsksForHeadersGetsHeaders(String method, String path, int status, String allowed) {
        HttpResponse<String> answer = gateway
                .send(HttpRequest.newBuilder(gateway.uri(path)).method(method, BodyPublishers.noBody()));
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).isEmpty();
        if (allowed != null) {
            assertThat(answer.headers().firstValue("Allow").orElse("").split("[, ]+")).contains(allowed);
        }
    }

    @Test
    void whatCannotBeReadGetsAProblem() throws IOException {
        assertUnreadable("GET /" + "x".repeat(5_000) + " HTTP/1.1\r\nHost: gateway\r\n\r\n", 414,
                "uri: too long (expected: a request line of at most 4096 bytes)");
        assertUnreadable("GET / HTTP/1.1\r\nHost: gateway\r\nX: " + "x".repeat(9_000) + "\r\n\r\n", 431,
                "headers: too long (expected: at most 8192 bytes in all)");
        assertUnreadable("GET / HTTP/1.1\r\nHost: gateway\r\nno header\u0000: x\r\n\r\n", 400,
                "request: not readable (expected: HTTP/1.1, with one Host)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Host: gateway\r\nHost: another\r\n", "Host: gateway\r\nX: y\r\nhost: gateway\r\n"})
    void aRequestNamesOneHost(String hosts) throws IOException {
        assertUnreadable("GET /openapi.json HTTP/1.1\r\n" + hosts + "\r\n", 400,
                "request: not readable (expected: HTTP/1.1, with one Host)");
        assertThat(raw("GET /openapi.json HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200");
    }

    private static void assertUnreadable(String request, int status, String told) throws IOException {
        assertThat(raw(request)).startsWith("HTTP/1.1 " + status)
                .containsIgnoringCase("content-type: application/problem+json").contains(told)
                .containsIgnoringCase("x-content-type-options: nosniff").containsIgnoringCase("no-store")
                .endsWith("}");
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
        socket.setSoTimeout(120_000);
        return socket;
    }

    /** As proxies are that know no other HTTP: they would pass chunks on as a part of the answer, or wait for their end for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Connection: keep-alive\r\n"})
    void whoKnowsNoChunksGetsNone(String connection) throws IOException {
        String lines = "{}\n{}\n";
        String answer = raw("POST /orders HTTP/1.0\r\n" + connection + "Content-Type: application/x-ndjson\r\n"
                + "Content-Length: " + lines.length() + "\r\n\r\n" + lines);
        assertThat(answer).startsWith("HTTP/1.1 200").doesNotContainIgnoringCase("transfer-encoding")
                .containsIgnoringCase("\r\nconnection: close\r\n");
        assertThat(answer.substring(answer.indexOf("\r\n\r\n") + 4).lines()).hasSize(2)
                .allMatch(line -> line.startsWith("{\"problem\":{") && line.endsWith("}}"));
    }

    @Test
    void whoKnowsNoChunksIsToldOfAStreamAsItComes() throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write("GET /market/stream HTTP/1.0\r\n\r\n".getBytes(ISO_8859_1));
            BufferedReader told = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            assertThat(Stream.generate(() -> line(told)).takeWhile(line -> !line.isEmpty()))
                    .noneMatch(line -> line.regionMatches(true, 0, "transfer-encoding", 0, 17));
            assertThat(told.readLine()).isEqualTo("event:snapshot");
            assertThat(told.readLine()).startsWith("data:{").endsWith("}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /market/stream", "GET /events?userId=sue", "POST /orders"})
    void streamsAreNotKeptBackOnTheirWay(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write((request + " HTTP/1.1\r\nHost: gateway\r\n"
                    + "Content-Type: application/x-ndjson\r\nContent-Length: 3\r\n\r\n{}\n").getBytes(ISO_8859_1));
            BufferedReader told = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            assertThat(told.readLine()).isEqualTo("HTTP/1.1 200 OK");
            assertThat(Stream.generate(() -> line(told)).takeWhile(line -> !line.isEmpty()))
                    .anyMatch(line -> line.equalsIgnoreCase("X-Accel-Buffering: no"));
        }
    }

    private static String line(BufferedReader told) {
        try {
            return told.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whileSecurityIsOffNothingOfItIsThere() {
        assertThatThrownBy(() -> gateway.bean(WebFilterChainProxy.class))
                .isInstanceOf(NoSuchBeanDefinitionException.class);
        assertThatThrownBy(() -> gateway.bean(CorsWebFilter.class)).isInstanceOf(NoSuchBeanDefinitionException.class);
        assertThat(gateway.send(HttpRequest.newBuilder(gateway.uri("/products")).header("Authorization",
                "Bearer nobody.looks.atIt")).statusCode()).isEqualTo(200);
    }

    @Test
    void servesItsDescription() throws IOException {
        HttpResponse<String> document = gateway.get("/openapi.json");
        assertThat(document.statusCode()).isEqualTo(200);
        assertThat(document.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(document.body()).isEqualTo(Files.readString(Path.of("src/main/resources/openapi.json")))
                .contains("\"openapi\" : \"3.1");
        HttpResponse<String> page = gateway.get("/swagger-ui");
        assertThat(page.statusCode()).isEqualTo(302);
        assertThat(page.headers().firstValue("Location")).contains("/swagger-ui/index.html");
        assertThat(gateway.get("/swagger-ui/index.html").body()).contains("../openapi.json");
        assertThat(gateway.get("/swagger-ui/swagger-ui-bundle.js").body()).contains("SwaggerUIBundle");
        assertThat(gateway.get("/swagger-ui/swagger-ui.css").headers().firstValue("Content-Type"))
                .contains("text/css");
        assertThat(gateway.get("/swagger-ui/favicon-32x32.png").statusCode()).isEqualTo(200);
    }

    @Test
    void servesItsPage() throws IOException {
        HttpResponse<byte[]> page = fetch("/", "gzip");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(header(page, "Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(header(page, "Cache-Control")).isEqualTo("no-cache");
        assertThat(header(page, "Content-Security-Policy")).startsWith("default-src 'self';").doesNotContain("unsafe");
        assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
        Matcher script = Pattern.compile("src=\"(page/([0-9a-f]+)/main\\.js)\"").matcher(unzipped(page));
        assertThat(script.find()).isTrue();

        HttpResponse<byte[]> compressed = fetch("/" + script.group(1), "br, gzip");
        assertThat(header(compressed, "Content-Encoding")).isEqualTo("gzip");
        assertThat(header(compressed, "Content-Type")).isEqualTo("text/javascript;charset=UTF-8");
        assertThat(header(compressed, "Cache-Control")).contains("max-age=31536000").contains("immutable");
        assertThat(header(compressed, "Vary")).isEqualTo("Accept-Encoding");
        HttpResponse<byte[]> plain = fetch("/" + script.group(1), "identity");
        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(new String(plain.body(), UTF_8)).isEqualTo(unzipped(compressed))
                .isEqualTo(Files.readString(Path.of("src/main/resources/page/main.js")));
        assertThat(header(plain, "ETag")).isNotEqualTo(header(compressed, "ETag"));

        HttpResponse<String> known = gateway.send(HttpRequest.newBuilder(gateway.uri("/"))
                .header("Accept-Encoding", "gzip").header("If-None-Match", header(page, "ETag")));
        assertThat(known.statusCode()).isEqualTo(304);
        assertThat(known.body()).isEmpty();
        HttpResponse<byte[]> other = fetch("/page/another/main.js", "gzip");
        assertThat(other.statusCode()).isEqualTo(200);
        assertThat(header(other, "Cache-Control")).isEqualTo("no-cache");
    }

    private static HttpResponse<byte[]> fetch(String path, String coding) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(gateway.uri(path)).header("Accept-Encoding", coding).build(),
                    BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private static String unzipped(HttpResponse<byte[]> answer) throws IOException {
        try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            return new String(gzip.readAllBytes(), UTF_8);
        }
    }
}
