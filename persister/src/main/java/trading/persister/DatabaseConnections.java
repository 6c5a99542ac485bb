package trading.persister;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.IsolationLevel;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.Result;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
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

    /** What does not fit must fail: a server may be set to cut it off. */
    private static final String STRICT = "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'";

    private final ConnectionFactory factory;
    private final Duration connectTimeout;
    private final Duration statementTimeout;
    private final Map<Thread, Connection> connections = new ConcurrentHashMap<>();
    private final LongAdder statements = new LongAdder();

    DatabaseConnections(ConnectionFactory factory, PersisterProperties properties) {
        this.factory = factory;
        this.connectTimeout = properties.connectTimeout();
        this.statementTimeout = properties.statementTimeout();
    }

    /**
     * Runs one statement and waits for its end.
     *
     * @throws R2dbcException what the database or the connection to it said
     * @throws RuntimeException with a {@link java.util.concurrent.TimeoutException} as its cause, when it said nothing
     */
    void run(Function<Connection, Mono<Void>> statement) {
        Connection connection = connection();
        try {
            statements.increment();
            statement.apply(connection).timeout(statementTimeout).block();
        } catch (RuntimeException e) {
            if (!answered(e)) {
                drop(connection);
            }
            throw e;
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

    /** Statements run so far, those that failed among them. */
    long statements() {
        return statements.sum();
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
        Connection connection = Mono.from(factory.create()).timeout(connectTimeout).block();
        if (connection == null) {
            throw new IllegalStateException("the driver gave no connection");
        }
        try {
            Mono.from(connection.setTransactionIsolationLevel(IsolationLevel.READ_COMMITTED))
                    .then(Flux.from(connection.createStatement(STRICT).execute()).flatMap(Result::getRowsUpdated)
                            .then())
                    .then(SchemaVersion.require(connection)).timeout(connectTimeout).block();
            return connection;
        } catch (RuntimeException e) {
            drop(connection);
            throw e;
        }
    }

    /** Whether the server answered, so that the connection is as good as before. */
    private static boolean answered(RuntimeException e) {
        return e instanceof R2dbcException failure && failure.getErrorCode() > 0;
    }

    /** Does not wait: the other side may not be there to take leave of. */
    private void drop(Connection connection) {
        connections.remove(Thread.currentThread());
        Mono.from(connection.close()).onErrorComplete().subscribe();
    }
}
