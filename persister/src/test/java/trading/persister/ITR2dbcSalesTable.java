package trading.persister;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import trading.testing.TestDatabase;

/** Rows that go in as the text of statements. */
class ITR2dbcSalesTable extends SalesTableContract {

    private static final TestDatabase DATABASE = TestDatabase.start();

    private final List<OpenTable> tables = new ArrayList<>();

    @Override
    SalesTable table(int statementRows) {
        OpenTable opened = new OpenTable(DATABASE, statementRows, 0);
        tables.add(opened);
        return opened.table();
    }

    @Override
    List<String> sql(String query, Object... parameters) {
        return Sql.rows(DATABASE, query, parameters);
    }

    @AfterEach
    void close() {
        tables.forEach(OpenTable::close);
    }
}
