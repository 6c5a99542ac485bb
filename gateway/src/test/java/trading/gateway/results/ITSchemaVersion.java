package trading.gateway.results;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactoryOptions;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;
import trading.testing.TestDatabase;

class ITSchemaVersion {

    /** Where there are no tables of ours. */
    private static SchemaVersion empty() {
        TestDatabase database = TestDatabase.start();
        return new SchemaVersion(DatabaseClient.create(ConnectionFactories
                .get(ConnectionFactoryOptions.parse(database.r2dbcUrl()).mutate()
                        .option(ConnectionFactoryOptions.DATABASE, "information_schema")
                        .option(ConnectionFactoryOptions.USER, database.username())
                        .option(ConnectionFactoryOptions.PASSWORD, database.password()).build())));
    }

    @Test
    void ordersThatAreDoneNeedIndexesByUser() {
        assertThatThrownBy(() -> empty().requireUserIndexes()).hasMessage("trading.gateway.done-orders: true"
                + " (expected: false, or the indexes by user; run the migrations with MYSQL_ORDERS_BY_USER=true)");
    }
}
