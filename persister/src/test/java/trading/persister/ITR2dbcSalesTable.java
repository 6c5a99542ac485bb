package trading.persister;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import trading.testing.TestDatabase;

class ITR2dbcSalesTable extends SalesTableContract {

    private static final TestDatabase DATABASE = TestDatabase.start();

    private final List<DatabaseConnections> connections = new ArrayList<>();

    @Override
    SalesTable table(int statementRows) {
        PersisterProperties properties = new PersisterProperties(1, statementRows, Duration.ofSeconds(1),
                Duration.ofSeconds(1), Duration.ofSeconds(10),
                Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofMillis(100), Duration.ofSeconds(1),
                Duration.ofSeconds(60), Duration.ofSeconds(5));
        ConnectionFactory factory = ConnectionFactories
                .get(ConnectionFactoryOptions.parse(DATABASE.r2dbcUrl()).mutate()
                        .option(ConnectionFactoryOptions.USER, DATABASE.username())
                        .option(ConnectionFactoryOptions.PASSWORD, DATABASE.password()).build());
        DatabaseConnections opened = new DatabaseConnections(factory, properties, new SimpleMeterRegistry());
        connections.add(opened);
        return new R2dbcSalesTable(opened, properties);
    }

    @Override
    List<String> sql(String query, Object... parameters) {
        return Sql.rows(DATABASE, query, parameters);
    }

    @AfterEach
    void close() {
        connections.forEach(DatabaseConnections::destroy);
    }
}
