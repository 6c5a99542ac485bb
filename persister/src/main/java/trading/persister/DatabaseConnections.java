package trading.persister;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.IsolationLevel;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.Result;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A database connection for each thread that writes, opened when it is first needed, at READ COMMITTED: statements lock no
 * gaps between keys, so that persisters do not wait for each other's products.
 *
 * <p>No pool: a server that vanished without a word leaves connections that cannot be given back, since giving back waits
 * for the answer that never comes, and a pool of them is used up for as long as TCP hopes. Here such a connection is dropped
 * and the next statement opens another.
 */
@Component
final class DatabaseConnections implements DisposableBean {

    private static final double[] ROWS = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000};

    private final ConnectionFactory factory;
    private final Duration connectTimeout;
    private final Duration statementTimeout;
    private final String session;
    private final Map<Thread, Connection> connections = new ConcurrentHashMap<>();
    private final Timer statements;
    private final DistributionSummary statementRows;
    private final Counter unanswered;
    private volatile boolean haveOpened;

    DatabaseConnections(ConnectionFactory factory, PersisterProperties properties, MeterRegistry meters) {
        this.factory = factory;
        this.connectTimeout = properties.connectTimeout();
        this.statementTimeout = properties.statementTimeout();
        this.session = session(statementTimeout);
        this.statements = Timer.builder("trading.persister.statement")
                .description("Time of a statement, those that failed among them").register(meters);
        this.statementRows = DistributionSummary.builder("trading.persister.statement.rows").baseUnit("rows")
                .description("Rows that a statement writes or asks for").serviceLevelObjectives(ROWS).register(meters);
        this.unanswered = Counter.builder("trading.persister.database.unanswered")
                .description("Statements and connections to which the database gave no answer").register(meters);
        Gauge.builder("trading.persister.connections", connections, Map::size).description("Open database connections")
                .register(meters);
    }

    /**
     * What does not fit must fail: a server may be set to cut it off. And each statement must last, for its offsets are committed
     * next: a server may be set to wait for a commit of ours. Where another's lock is in the way it must say so before we give up:
     * a connection whose statement waits cannot be closed, and the next statement would open one more. And what it has begun to read
     * it must not wait for longer than that.
     */
    private static String session(Duration statementTimeout) {
        long seconds = Math.max(1, statementTimeout.multipliedBy(3).dividedBy(4).toSeconds());
        return "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', autocommit = 1, lock_wait_timeout = "
                + seconds + ", innodb_lock_wait_timeout = " + seconds + ", net_read_timeout = "
                + silence(statementTimeout);
    }

    /** Seconds for which the database may wait for more of what was begun, while others may wait for the locks of it. */
    static long silence(Duration statementTimeout) {
        return Math.max(1, statementTimeout.dividedBy(4).toSeconds());
    }

    /**
     * Runs one statement, or several that belong together, and waits for the end.
     *
     * @param rows how many it writes or asks for
     * @return what it comes to
     * @throws R2dbcException what the database or the connection to it said
     * @throws RuntimeException with a {@link java.util.concurrent.TimeoutException} as its cause, when it said nothing
     */
    <T> @Nullable T run(int rows, Function<Connection, Mono<T>> statement) {
        Connection connection = connection();
        statementRows.record(rows);
        long sentNanos = System.nanoTime();
        try {
            return statement.apply(connection).timeout(statementTimeout).block();
        } catch (RuntimeException e) {
            if (!answered(e)) {
                unanswered.increment();
            }
            if (!isAboutRows(e)) {
                drop(connection);
            }
            throw e;
        } finally {
            statements.record(System.nanoTime() - sentNanos, TimeUnit.NANOSECONDS);
        }
    }

    /**
     * Opens a connection and closes it again.
     *
     * @throws SchemaVersion.TooOld if the migrations were not run
     * @throws RuntimeException any other: the database does not answer as it should
     */
    void tryOut() {
        close(open());
    }

    /** Whether any connection was ever opened, with a schema as it must be. */
    boolean haveOpened() {
        return haveOpened;
    }

    /** Statements run so far, those that failed among them. */
    long statements() {
        return statementRows.count();
    }

    @Override
    public void destroy() {
        for (Connection connection : connections.values()) {
            close(connection);
        }
    }

    private void close(Connection connection) {
        Mono.from(connection.close()).timeout(connectTimeout).onErrorComplete().block();
    }

    private Connection connection() {
        Connection connection = connections.get(Thread.currentThread());
        if (connection == null) {
            connection = open();
            connections.put(Thread.currentThread(), connection);
        }
        return connection;
    }

    private Connection open() {
        Connection connection = connect();
        try {
            Mono.from(connection.setTransactionIsolationLevel(IsolationLevel.READ_COMMITTED))
                    .then(Flux.from(connection.createStatement(session).execute()).flatMap(Result::getRowsUpdated)
                            .then())
                    .then(SchemaVersion.require(connection)).timeout(connectTimeout).block();
            haveOpened = true;
            return connection;
        } catch (RuntimeException e) {
            if (!answered(e)) {
                unanswered.increment();
            }
            drop(connection);
            throw e;
        }
    }

    /** One that comes too late is closed when it comes: the driver would leave it open, and each attempt would take a session. */
    private Connection connect() {
        CompletableFuture<? extends Connection> opening = Mono.from(factory.create()).toFuture();
        try {
            Connection connection = Mono.fromFuture(opening.copy()).timeout(connectTimeout).block();
            if (connection == null) {
                throw new IllegalStateException("the driver gave no connection");
            }
            return connection;
        } catch (RuntimeException e) {
            unanswered.increment();
            var _ = opening.thenAccept(DatabaseConnections::takeLeave);
            throw e;
        }
    }

    private static boolean answered(RuntimeException e) {
        return e instanceof R2dbcException failure && failure.getErrorCode() > 0;
    }

    /**
     * Whether the server refused rows, and its connection is as good as before. With all else it may be the wrong one by now: one
     * that was the primary, say, and is read only.
     */
    private static boolean isAboutRows(RuntimeException e) {
        return e instanceof R2dbcException failure && RowTable.isAboutRows(failure.getErrorCode());
    }

    private void drop(Connection connection) {
        connections.remove(Thread.currentThread());
        takeLeave(connection);
    }

    /** Does not wait: the other side may not be there to take leave of. */
    private static void takeLeave(@Nullable Connection connection) {
        if (connection != null) {
            Mono.from(connection.close()).onErrorComplete().subscribe();
        }
    }
}
