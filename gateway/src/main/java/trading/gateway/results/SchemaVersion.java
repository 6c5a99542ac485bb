package trading.gateway.results;

import io.r2dbc.spi.R2dbcException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import trading.wire.Schema;

/** Whether the database has the schema that this service was built for, and what settings ask for beside it. */
@Component
public final class SchemaVersion {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

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
        Long version = installed(Schema.INSTALLED);
        if (version != null && version < Schema.VERSION) {
            throw new IllegalStateException(Schema.tooOld(version));
        }
    }

    /**
     * The same for the indexes by user, without which a list of orders that are done would read whole tables.
     *
     * @throws IllegalStateException if they are missing
     */
    public void requireUserIndexes() {
        Long indexes = installed(Schema.USER_INDEXES_INSTALLED);
        if (indexes != null && indexes < Schema.USER_INDEXES) {
            throw new IllegalStateException(
                    "trading.gateway.done-orders: true (expected: false, or the indexes by user;"
                            + " run the migrations with MYSQL_ORDERS_BY_USER=true)");
        }
    }

    private @Nullable Long installed(String query) {
        try {
            return database.sql(query).map(row -> row.get("INSTALLED", Long.class)).one()
                    .onErrorResume(SchemaVersion::noSuchTable, e -> Mono.just(0L)).block(TIMEOUT);
        } catch (RuntimeException e) {
            log.warn("The schema's version is not known, the database does not answer: {}",
                    String.valueOf(NestedExceptionUtils.getMostSpecificCause(e)));
            return null;
        }
    }

    private static boolean noSuchTable(Throwable e) {
        return NestedExceptionUtils.getMostSpecificCause(e) instanceof R2dbcException failure
                && failure.getErrorCode() == Schema.NO_SUCH_TABLE;
    }
}
