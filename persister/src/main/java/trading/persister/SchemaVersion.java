package trading.persister;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.R2dbcException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import trading.wire.Schema;

/** The schema that this service was built for. */
final class SchemaVersion {

    private SchemaVersion() {}

    /** Fails with {@link TooOld} if the database's schema is older. */
    static Mono<Void> require(Connection connection) {
        return Flux.from(connection.createStatement(Schema.INSTALLED).execute())
                .flatMap(result -> result.map(row -> {
                    Long version = row.get(0, Long.class);
                    return version == null ? 0L : version;
                })).single(0L).onErrorResume(SchemaVersion::noSuchTable, e -> Mono.just(0L))
                .flatMap(version -> version >= Schema.VERSION ? Mono.empty() : Mono.error(new TooOld(version)));
    }

    private static boolean noSuchTable(Throwable e) {
        return e instanceof R2dbcException failure && failure.getErrorCode() == Schema.NO_SUCH_TABLE;
    }

    /** The migrations were not run. */
    static final class TooOld extends RuntimeException {

        private static final long serialVersionUID = 1;

        private TooOld(long version) {
            super(Schema.tooOld(version), null, false, false);
        }
    }
}
