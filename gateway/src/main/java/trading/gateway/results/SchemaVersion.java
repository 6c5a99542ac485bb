package trading.gateway.results;

import io.r2dbc.spi.R2dbcException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Whether the database has the schema that this service was built for. */
@Component
public final class SchemaVersion {

    /** Newer ones only add to it. */
    private static final long EXPECTED = 2;

    private static final int NO_SUCH_TABLE = 1146;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String INSTALLED = "SELECT COALESCE(MAX(CAST(version AS SIGNED)), 0) AS INSTALLED"
            + " FROM flyway_schema_history WHERE success";

    private static final Logger log = LoggerFactory.getLogger(SchemaVersion.class);

    private final DatabaseClient database;

    SchemaVersion(DatabaseClient database) {
        this.database = database;
    }

    /**
     * Asks the database, and waits for its answer for a moment; without one nothing is required, since orders are taken
     * without a database, too.
     *
     * @throws IllegalStateException if the schema is older
     */
    public void require() {
        long version;
        try {
            Long installed = database.sql(INSTALLED).map(row -> row.get("INSTALLED", Long.class)).one()
                    .onErrorResume(SchemaVersion::noSuchTable, e -> Mono.just(0L)).block(TIMEOUT);
            version = installed == null ? 0 : installed;
        } catch (RuntimeException e) {
            log.warn("The schema's version is not known, the database does not answer: {}",
                    String.valueOf(NestedExceptionUtils.getMostSpecificCause(e)));
            return;
        }
        if (version < EXPECTED) {
            throw new IllegalStateException("schema version: " + version + " (expected: " + EXPECTED
                    + "; run the migrations: java -jar mysql.jar)");
        }
    }

    private static boolean noSuchTable(Throwable e) {
        return NestedExceptionUtils.getMostSpecificCause(e) instanceof R2dbcException failure
                && failure.getErrorCode() == NO_SUCH_TABLE;
    }
}
