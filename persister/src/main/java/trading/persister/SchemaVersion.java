package trading.persister;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.R2dbcException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The schema that this service was built for. */
final class SchemaVersion {

    /** Newer ones only add to it. */
    static final long EXPECTED = 2;

    private static final int NO_SUCH_TABLE = 1146;
    private static final String INSTALLED = "SELECT MAX(CAST(version AS SIGNED)) FROM flyway_schema_history WHERE success";

    private SchemaVersion() {}

    /** Fails with {@link TooOld} if the database's schema is older. */
    static Mono<Void> require(Connection connection) {
        return Flux.from(connection.createStatement(INSTALLED).execute())
                .flatMap(result -> result.map(row -> {
                    Long version = row.get(0, Long.class);
                    return version == null ? 0L : version;
                })).single(0L).onErrorResume(SchemaVersion::noSuchTable, e -> Mono.just(0L))
                .flatMap(version -> version >= EXPECTED ? Mono.empty() : Mono.error(new TooOld(version)));
    }

    private static boolean noSuchTable(Throwable e) {
        return e instanceof R2dbcException failure && failure.getErrorCode() == NO_SUCH_TABLE;
    }

    /** The migrations were not run. */
    static final class TooOld extends RuntimeException {

        private static final long serialVersionUID = 1;

        private TooOld(long version) {
            super("schema version: " + version + " (expected: " + EXPECTED
                    + "; run the migrations: java -jar mysql.jar)", null, false, false);
        }
    }
}
