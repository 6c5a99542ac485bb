package trading.persister;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Adds many rows at once by {@code LOAD DATA LOCAL INFILE}. To read a file of plain values takes the database a fifth less of
 * its time for a row than to read them in the text of a statement.
 *
 * <p>Such a load passes over rows whose keys are there already, cuts what does not fit, and takes what has come for all when a
 * connection breaks within a file; of all this it only keeps count. So each is a transaction of its own, committed only if it
 * added every row and nothing was amiss. All else is taken back, and left to an {@code INSERT}, which says what is the matter.
 *
 * <p>A persister that stops within such a transaction, or vanishes with its machine, must not keep its rows locked. Until the
 * end of it the database waits for {@link DatabaseConnections#silence} at most for the next word, shorter than others wait for a
 * lock; then it ends the connection and takes the transaction back.
 *
 * <p>A database may refuse such loads, as MySQL does by default. Then it is not asked again until the persister starts anew.
 *
 * <p>Safe for use by any thread.
 */
@Component
final class RowLoads {

    private static final Logger log = LoggerFactory.getLogger(RowLoads.class);

    private static final String COMMIT = "COMMIT; SET SESSION wait_timeout = DEFAULT";
    private static final String ROLLBACK = "ROLLBACK; SET SESSION wait_timeout = DEFAULT";

    /** Error codes of MySQL and MariaDB: local_infile is off, or this user or this client may not. */
    private static final Set<Integer> REFUSED = Set.of(1148, 3948, 4166);

    private final DatabaseConnections connections;
    private final LoadFolder folder;
    private final int fromRows;
    private final String begin;
    private final Counter loaded;
    private volatile boolean refused;

    RowLoads(DatabaseConnections connections, LoadFolder folder, PersisterProperties properties, MeterRegistry meters) {
        this.connections = connections;
        this.folder = folder;
        this.fromRows = properties.loadFromRows();
        this.begin = begin(properties.statementTimeout());
        this.loaded = Counter.builder("trading.persister.rows.loaded")
                .description("New rows that the database read from files").register(meters);
    }

    /** What comes first. */
    static String begin(Duration statementTimeout) {
        return "SET SESSION wait_timeout = " + DatabaseConnections.silence(statementTimeout) + "; START TRANSACTION";
    }

    /** Whether so many rows are worth a load, and the database takes any. */
    boolean takes(int rows) {
        return folder.exists() && rows >= fromRows && !refused;
    }

    /**
     * Adds all of the rows, or none.
     *
     * @param statement {@code LOAD DATA} with a parameter for the file
     * @param lines the rows in ASCII: values as such a load reads them by default, each row with its newline
     * @return whether they are in the table; if not, none of them is
     * @throws R2dbcException as {@link DatabaseConnections#run}; whether they are in is not known then
     */
    boolean load(String statement, CharSequence lines, int rows) {
        try {
            Path file = folder.write(lines);
            boolean isLoaded = Boolean.TRUE
                    .equals(connections.run(rows, connection -> load(connection, statement, file, rows)));
            if (isLoaded) {
                loaded.increment(rows);
            }
            return isLoaded;
        } catch (IOException e) {
            refuse("its file could not be written: " + e);
        } catch (R2dbcException e) {
            if (REFUSED.contains(e.getErrorCode())) {
                refuse("the database said " + e.getErrorCode() + ": " + e.getMessage()
                        + " (expected: local_infile=ON there)");
            } else if (!RowTable.isAboutRows(e.getErrorCode())) {
                throw e;
            }
        }
        return false;
    }

    private Mono<Boolean> load(Connection connection, String statement, Path file, int rows) {
        return run(connection.createStatement(begin))
                .then(run(connection.createStatement(statement).bind(0, file.toString())))
                .flatMap(added -> added == rows ? isWithoutWarning(connection) : Mono.just(false))
                .flatMap(isWhole -> run(connection.createStatement(isWhole ? COMMIT : ROLLBACK)).thenReturn(isWhole))
                .onErrorResume(RowLoads::leavesTheConnection,
                        e -> run(connection.createStatement(ROLLBACK)).then(Mono.error(e)));
    }

    /** Rows that a statement, or several in one, added. */
    private static Mono<Long> run(Statement statement) {
        return Flux.from(statement.execute()).concatMap(Result::getRowsUpdated).reduce(0L, Long::sum);
    }

    /** After all else the connection is not used again, and what it began ends with it. */
    private static boolean leavesTheConnection(Throwable e) {
        return e instanceof R2dbcException failure && RowTable.isAboutRows(failure.getErrorCode());
    }

    private static Mono<Boolean> isWithoutWarning(Connection connection) {
        return Flux.from(connection.createStatement("SELECT @@warning_count").execute())
                .flatMap(result -> result.map(row -> Long.valueOf(0).equals(row.get(0, Long.class)))).single();
    }

    private void refuse(String reason) {
        if (!refused) {
            log.warn("rows go in by INSERT from now on, which takes the database a quarter more of its time: {}",
                    reason);
        }
        refused = true;
    }
}
