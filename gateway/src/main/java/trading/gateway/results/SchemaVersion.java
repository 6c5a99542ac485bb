package trading.gateway.results;

import io.r2dbc.spi.R2dbcException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import trading.wire.Schema;

/** Whether the database has the schema that this service was built for. */
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
        long version;
        try {
            Long installed = database.sql(Schema.INSTALLED).map(row -> row.get("INSTALLED", Long.class)).one()
                    .onErrorResume(SchemaVersion::noSuchTable, e -> Mono.just(0L)).block(TIMEOUT);
            version = installed == null ? 0 : installed;
        } catch (RuntimeException e) {
            log.warn("The schema's version is not known, the database does not answer: {}",
                    String.valueOf(NestedExceptionUtils.getMostSpecificCause(e)));
            return;
        }
        if (version < Schema.VERSION) {
            throw new IllegalStateException(Schema.tooOld(version));
        }
    }

    private static boolean noSuchTable(Throwable e) {
        return NestedExceptionUtils.getMostSpecificCause(e) instanceof R2dbcException failure
                && failure.getErrorCode() == Schema.NO_SUCH_TABLE;
    }
}
