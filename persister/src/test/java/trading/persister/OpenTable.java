package trading.persister;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactoryOptions;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import trading.testing.TestDatabase;

/** The persister's table in a test's database, as its settings come but for the rows of a statement. */
final class OpenTable implements AutoCloseable {

    private final DatabaseConnections connections;
    private final SalesTable table;

    OpenTable(TestDatabase database, int statementRows) {
        PersisterProperties properties = new Binder(
                new MapConfigurationPropertySource(Map.of("trading.persister.statement-rows", statementRows)))
                .bindOrCreate("trading.persister", PersisterProperties.class);
        connections = new DatabaseConnections(ConnectionFactories
                .get(ConnectionFactoryOptions.parse(database.r2dbcUrl()).mutate()
                        .option(ConnectionFactoryOptions.USER, database.username())
                        .option(ConnectionFactoryOptions.PASSWORD, database.password()).build()),
                properties, new SimpleMeterRegistry());
        table = new R2dbcSalesTable(connections, properties);
    }

    SalesTable table() {
        return table;
    }

    @Override
    public void close() {
        connections.destroy();
    }
}
