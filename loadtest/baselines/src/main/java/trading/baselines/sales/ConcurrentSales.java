package trading.baselines.sales;

import com.github.jasync.sql.db.ConnectionPoolConfiguration;
import com.github.jasync.sql.db.QueryResult;
import com.github.jasync.sql.db.mysql.MySQLConnection;
import com.github.jasync.sql.db.mysql.MySQLConnectionBuilder;
import com.github.jasync.sql.db.pool.ConnectionPool;
import com.github.jasync.sql.db.util.NettyUtils;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import kotlinx.coroutines.ExecutorsKt;
import trading.baselines.market.Sale;

/** jasync-sql: all statements of a run at once, on as many connections, and no thread waits. */
public final class ConcurrentSales implements SalesWriter {

    /** The articles' system had up to 1,000; MariaDB takes 151 unless it is told otherwise. */
    private static final int MAX_CONNECTIONS = 100;

    /** Statements that may wait for a connection; the articles' system had 1,000 and failed beyond. */
    private static final int MAX_PENDING = 1_000_000;

    private static final long MAX_IDLE_MILLIS = 60_000;
    private static final long CHECK_MILLIS = 5_000;
    private static final long CONNECT_LIMIT_MILLIS = 5_000;
    private static final long CHECK_LIMIT_MILLIS = 5_000;
    private static final long STATEMENT_LIMIT_MILLIS = 60_000;

    private final ConnectionPool<MySQLConnection> connections;

    /**
     * @param context runs whatever the driver has to do beside reading and writing sockets
     */
    public ConcurrentSales(DatabaseAddress database, Executor context) {
        connections = MySQLConnectionBuilder.createConnectionPool(new ConnectionPoolConfiguration(database.host(),
                database.port(), database.name(), database.username(), database.password(), MAX_CONNECTIONS,
                MAX_IDLE_MILLIS, MAX_PENDING, CHECK_MILLIS, CONNECT_LIMIT_MILLIS, CHECK_LIMIT_MILLIS,
                STATEMENT_LIMIT_MILLIS, NettyUtils.INSTANCE.getDefaultEventLoopGroup(), context,
                ExecutorsKt.from(context)));
    }

    @Override
    public CompletionStage<?> write(List<Sale> sales) {
        List<CompletableFuture<QueryResult>> inserts = sales.stream()
                .map(sale -> connections.sendPreparedStatement(SalesRow.INSERT, SalesRow.values(sale))).toList();
        return CompletableFuture.allOf(inserts.toArray(CompletableFuture<?>[]::new));
    }

    @Override
    public void close() {
        connections.disconnect().join();
    }
}
