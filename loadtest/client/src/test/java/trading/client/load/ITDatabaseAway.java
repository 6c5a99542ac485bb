package trading.client.load;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trading.client.Main;
import trading.client.report.LoadReport;
import trading.client.report.Window;
import trading.testing.TestDatabase;

/** The database dies under a run, for a while or for good, or lacks rows. Orders are taken meanwhile, as they are by a gateway. */
@DisabledIfSystemProperty(named = "trading.mysql.url", matches = ".+", disabledReason = "a given database is not ours to kill")
class ITDatabaseAway {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final TestDatabase database = TestDatabase.startOwn();
    private final AtomicInteger orders = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private HttpServer gateway;

    @BeforeEach
    void takeOrders() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.setExecutor(threads);
        byte[] answer = "{\"id\":\"1\",\"status\":\"PENDING\"}".getBytes(StandardCharsets.UTF_8);
        gateway.createContext("/orders", exchange -> {
            exchange.getRequestBody().readAllBytes();
            orders.incrementAndGet();
            exchange.sendResponseHeaders(202, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        gateway.start();
    }

    @AfterEach
    void stop() {
        gateway.stop(0);
        database.close();
        threads.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void forGoodEndsTheRunWithWhatWasMeasured(boolean standsStill) {
        CompletableFuture<Integer> status = load("--warm-up-max", "1s", "--seconds", "600", "--away", "2s");
        await().atMost(LIMIT).until(() -> out.toString().contains("measured"));
        if (standsStill) {
            database.stall();
        } else {
            database.kill();
        }

        assertThat(status).succeedsWithin(LIMIT).isEqualTo(1);
        assertThat(err.toString()).hasLineCount(1).startsWith("database: ").endsWith("(and so for 2 s)\n");
        LoadReport report = LoadReport.read(folder.resolve("report.json"));
        assertThat(report.interrupted()).isTrue();
        assertThat(report.counted()).startsWith("ended before its time: database: ");
        Window window = requireNonNull(report.window());
        assertThat(window.seconds()).isBetween(1.0, 60.0);
        assertThat(window.accepted()).isPositive();
        assertThat(folder.resolve("report.html")).isNotEmptyFile();
    }

    @Test
    void forAWhileIsSeenInTheReport() throws SQLException {
        CompletableFuture<Integer> status = load("--warm-up-max", "1s", "--seconds", "20", "--away", "60s");
        await().atMost(LIMIT).until(() -> out.toString().contains("measured"));
        database.kill();
        int killedAt = orders.get();
        await().atMost(LIMIT).until(() -> orders.get() > killedAt + 300);
        database.restart();
        insertSale(1);

        assertThat(status).succeedsWithin(LIMIT).isEqualTo(0);
        LoadReport report = LoadReport.read(folder.resolve("report.json"));
        assertThat(report.interrupted()).isFalse();
        assertThat(requireNonNull(report.window()).sales()).isEqualTo(1);
        assertThat(report.counted())
                .matches(
                        "rows of SALES since the start: 1 counted, 1 by their trade ids; the database did not answer \\d+ times");
    }

    @Test
    void aRowThatNeverComesIsAFailure() throws SQLException {
        CompletableFuture<Integer> status = load("--warm-up-max", "1s", "--seconds", "2", "--catch-up", "2s");
        await().atMost(LIMIT).until(() -> orders.get() > 0);
        insertSale(1);
        insertSale(3);

        assertThat(status).succeedsWithin(LIMIT).isEqualTo(1);
        String words = "rows of SALES since the start: 2 counted, 3 by their trade ids: THEY DIFFER";
        assertThat(err.toString()).isEqualTo(words + System.lineSeparator());
        LoadReport report = LoadReport.read(folder.resolve("report.json"));
        assertThat(report.counted()).isEqualTo(words);
        assertThat(report.interrupted()).isFalse();
    }

    @Test
    void rowsThatAreWrittenMeanwhileAreWaitedFor() throws SQLException {
        insertSale(2);
        CompletableFuture<Integer> status = load("--warm-up-max", "1s", "--seconds", "1", "--catch-up", "60s");
        await().atMost(LIMIT).until(() -> orders.get() > 0);
        insertSale(4);
        await().during(Duration.ofSeconds(5)).atMost(LIMIT).until(() -> !status.isDone());
        insertSale(1);
        insertSale(3);

        assertThat(status).succeedsWithin(LIMIT).isEqualTo(0);
        assertThat(LoadReport.read(folder.resolve("report.json")).counted()).isEqualTo(
                "rows of SALES since the start: 3 counted, 2 by their trade ids, with those that were late then");
    }

    /** The command, with a reading every second of this gateway and this database. */
    private CompletableFuture<Integer> load(String... options) {
        List<String> arguments = new ArrayList<>(List.of("load", "--url",
                "http://127.0.0.1:" + gateway.getAddress().getPort(), "--database-url",
                database.r2dbcUrl().replace("r2dbc:mysql://",
                        "mysql://" + database.username() + ":" + database.password() + "@"),
                "--clients", "2", "--wait", "10ms", "--warm-up-sales", "0", "--results", "0", "--report",
                folder.toString()));
        arguments.addAll(List.of(options));
        return CompletableFuture.supplyAsync(() -> Main.commandLine().setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true)).execute(arguments.toArray(String[]::new)), threads);
    }

    private void insertSale(int tradeId) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), database.username(),
                database.password());
                PreparedStatement sale = connection.prepareStatement("""
                        INSERT INTO SALES (PRODUCT_ID, TRADE_ID, BUYER_NAME, SELLER_NAME, PRICE, QUANTITY, PO_ID, SO_ID,
                          PO_REMAINING, SO_REMAINING, TRADED_AT)
                        VALUES ('apple', ?, 'bob', 'sue', 1, 1, '1', '2', 0, 0, '2026-01-01')
                        """)) {
            sale.setInt(1, tradeId);
            sale.executeUpdate();
        }
    }
}
