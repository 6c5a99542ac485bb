package trading.baselines.sales;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.tomcat.jdbc.pool.DataSource;
import org.apache.tomcat.jdbc.pool.PoolProperties;
import trading.baselines.market.Sale;

/** JDBC: each statement is waited for on the caller's thread. A connection a run, out of Tomcat's pool. */
public final class BlockingSales implements SalesWriter {

    private static final int CONNECTION_WAIT_MILLIS = 30_000;

    private final DataSource connections;

    /**
     * @param maxConnections as many runs as write at once without waiting for each other
     */
    public BlockingSales(DatabaseAddress database, int maxConnections) {
        PoolProperties properties = new PoolProperties();
        properties.setDriverClassName("org.mariadb.jdbc.Driver");
        properties.setUrl(database.jdbcUrl());
        properties.setUsername(database.username());
        properties.setPassword(database.password());
        properties.setInitialSize(0);
        properties.setMinIdle(0);
        properties.setMaxIdle(maxConnections);
        properties.setMaxActive(maxConnections);
        properties.setMaxWait(CONNECTION_WAIT_MILLIS);
        properties.setTestOnBorrow(false);
        properties.setJmxEnabled(false);
        this.connections = new DataSource(properties);
    }

    @Override
    public CompletionStage<?> write(List<Sale> sales) {
        if (sales.isEmpty()) {
            return CompletableFuture.completedStage(null);
        }
        try (Connection connection = connections.getConnection();
                PreparedStatement insert = connection.prepareStatement(SalesRow.INSERT)) {
            for (Sale sale : sales) {
                int parameter = 1;
                for (Object value : SalesRow.values(sale)) {
                    insert.setObject(parameter++, value);
                }
                insert.executeUpdate();
            }
            return CompletableFuture.completedStage(null);
        } catch (SQLException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public void close() {
        connections.close();
    }
}
