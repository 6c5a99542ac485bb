package trading.gateway.results;

import io.r2dbc.spi.R2dbcException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import trading.gateway.GatewayProperties;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;

/** What the database answers in time, and else a problem that says so. Safe for use by any thread. */
@Component
final class DatabaseAnswers {

    private static final Logger log = LoggerFactory.getLogger(DatabaseAnswers.class);

    private final GatewayProperties properties;

    DatabaseAnswers(GatewayProperties properties) {
        this.properties = properties;
    }

    /** The same, but a {@link ProblemException} where the database is away, or answers later than it may. */
    <T> Mono<T> inTime(Mono<T> read) {
        return read.timeout(properties.resultsTimeout()).onErrorMap(e -> e instanceof DataAccessException
                || e instanceof R2dbcException || e instanceof TimeoutException, e -> {
                    log.warn("Orders and results cannot be read from the database: {}", e.toString());
                    return new ProblemException(Problem.resultsUnavailable("The database of results cannot be reached",
                            properties.retryAfter()));
                });
    }
}
