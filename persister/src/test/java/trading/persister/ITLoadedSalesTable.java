package trading.persister;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.r2dbc.spi.Result;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import trading.testing.TestDatabase;

/** Rows that go in as files, however few they are. */
class ITLoadedSalesTable extends SalesTableContract {

    private static final TestDatabase DATABASE = TestDatabase.start();
    private static final int ROWS = 1_000;
    private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(20);

    private final String product = "l" + Long.toString(ThreadLocalRandom.current().nextLong(1L << 60), 36);
    private final List<OpenTable> tables = new ArrayList<>();

    @Override
    SalesTable table(int statementRows) {
        return open(statementRows, 1).table();
    }

    @Override
    List<String> sql(String query, Object... parameters) {
        return Sql.rows(DATABASE, query, parameters);
    }

    @Test
    void manyRowsAreLoadedAndFewAreNot() {
        assumeThat(Sql.rows(DATABASE, "SELECT @@local_infile")).containsExactly("1");
        OpenTable opened = open(ROWS, 100);

        assertThat(opened.table().write(rows(1, 99), List.of()).total()).isEqualTo(99);
        assertThat(opened.rowsLoaded()).isZero();
        assertThat(opened.table().write(rows(100, 2 * ROWS), List.of()).total()).isEqualTo(2 * ROWS - 99);

        assertThat(opened.rowsLoaded()).isEqualTo(2 * ROWS - 99);
        assertThat(count()).isEqualTo(2 * ROWS);
    }

    @Test
    void aLoadWithOneRowThatIsThereAddsNone() {
        OpenTable opened = open(ROWS, 2);
        opened.table().write(rows(500, 500), List.of());

        assertThat(opened.table().write(rows(1, ROWS), List.of()).total()).isEqualTo(ROWS - 1);

        assertThat(opened.rowsLoaded()).isZero();
        assertThat(count()).isEqualTo(ROWS);
    }

    @Test
    void aDatabaseThatRefusesLoadsGetsStatements() {
        OpenTable opened = new OpenTable(DATABASE, ROWS, 1, false);
        tables.add(opened);

        assertThat(opened.table().write(rows(1, 10), List.of()).total()).isEqualTo(10);
        assertThat(opened.table().write(rows(11, 30), List.of()).total()).isEqualTo(20);

        assertThat(opened.rowsLoaded()).isZero();
        assertThat(count()).isEqualTo(30);
    }

    /** As a machine that vanishes between a load and its commit does: its connection stays, and says nothing more. */
    @Test
    void whoeverStopsWithinALoadLetsOthersGoOn() {
        DatabaseConnections stopped = open(ROWS, 1).connections();
        SalesTable other = table(ROWS);
        stopped.run(1, connection -> Flux.from(connection.createStatement(RowLoads.begin(STATEMENT_TIMEOUT)).execute())
                .concatMap(Result::getRowsUpdated)
                .thenMany(connection.createStatement("INSERT INTO SALES VALUES ('" + product
                        + "', 500, 'b', 's', 1, 1, '', '', 0, 0, '2026-03-29')").execute())
                .concatMap(Result::getRowsUpdated).then());

        assertThat(other.write(rows(1, ROWS), List.of()).total()).isEqualTo(ROWS);

        assertThat(count()).isEqualTo(ROWS);
    }

    private OpenTable open(int statementRows, int loadFromRows) {
        OpenTable opened = new OpenTable(DATABASE, statementRows, loadFromRows);
        tables.add(opened);
        return opened;
    }

    private List<SaleRow> rows(long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(tradeId -> new SaleRow(product, tradeId, "b", "s", 12_345, 3,
                new UUID(1, tradeId), new UUID(2, tradeId), 1, 2, LocalDateTime.parse("2026-03-29T12:00:00.007")))
                .toList();
    }

    private int count() {
        return Integer
                .parseInt(Sql.rows(DATABASE, "SELECT COUNT(*) FROM SALES WHERE PRODUCT_ID = ?", product).getFirst());
    }

    @AfterEach
    void close() {
        tables.forEach(OpenTable::close);
    }
}
