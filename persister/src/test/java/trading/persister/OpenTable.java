package trading.persister;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactoryOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import trading.testing.TestDatabase;

/** The persister's table in a test's database, as its settings come but for the rows of a statement. */
final class OpenTable implements AutoCloseable {

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final LoadFolder folder;
    private final DatabaseConnections connections;
    private final SalesTable table;

    OpenTable(TestDatabase database, int statementRows, int loadFromRows) {
        this(database, statementRows, loadFromRows, true);
    }

    /**
     * @param isAllowed whether the driver tells the database that it may be asked for files: to one that was not told so, loads are
     *        as forbidden as by local_infile=OFF
     */
    OpenTable(TestDatabase database, int statementRows, int loadFromRows, boolean isAllowed) {
        PersisterProperties properties = new Binder(
                new MapConfigurationPropertySource(Map.of("trading.persister.statement-rows", statementRows,
                        "trading.persister.load-from-rows", loadFromRows)))
                .bindOrCreate("trading.persister", PersisterProperties.class);
        folder = new LoadFolder(properties);
        ConnectionFactoryOptions.Builder options = ConnectionFactoryOptions.parse(database.r2dbcUrl()).mutate()
                .option(ConnectionFactoryOptions.USER, database.username())
                .option(ConnectionFactoryOptions.PASSWORD, database.password());
        if (isAllowed) {
            folder.customize(options);
        }
        connections = new DatabaseConnections(ConnectionFactories.get(options.build()), properties, meters);
        table = new R2dbcSalesTable(connections, new RowLoads(connections, folder, properties, meters), properties);
    }

    DatabaseConnections connections() {
        return connections;
    }

    SalesTable table() {
        return table;
    }

    /** Rows that the database read from files so far. */
    int rowsLoaded() {
        return (int) meters.get("trading.persister.rows.loaded").counter().count();
    }

    @Override
    public void close() {
        connections.destroy();
        try {
            folder.destroy();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
