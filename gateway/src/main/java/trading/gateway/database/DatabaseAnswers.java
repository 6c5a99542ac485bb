package trading.gateway.database;

import io.r2dbc.spi.R2dbcException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.dao.DataAccessException;
import reactor.core.publisher.Mono;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;

/** What the database answers in time, and else a problem that says so. Safe for use by any thread. */
public final class DatabaseAnswers {

    private static final Logger log = LoggerFactory.getLogger(DatabaseAnswers.class);

    private final String what;
    private final Duration timeout;
    private final Problem unavailable;
    private final AtomicBoolean isAway = new AtomicBoolean();

    /**
     * @param what is read, as the log is to call it
     * @param timeout how long the database may take
     * @param unavailable what is told if it takes longer, or is away
     */
    public DatabaseAnswers(String what, Duration timeout, Problem unavailable) {
        this.what = what;
        this.timeout = timeout;
        this.unavailable = unavailable;
    }

    /** The same, but a {@link ProblemException} where the database is away, or answers later than it may. */
    public <T> Mono<T> inTime(Mono<T> read) {
        return read.timeout(timeout).doOnSuccess(_ -> isAway.set(false)).onErrorMap(
                e -> e instanceof DataAccessException || e instanceof R2dbcException || e instanceof TimeoutException,
                e -> {
                    // One line for each time that it goes away: whoever asks could fill the log.
                    log.atLevel(isAway.getAndSet(true) ? Level.DEBUG : Level.WARN)
                            .log("{} cannot be read from the database: {}", what, e.toString());
                    return new ProblemException(unavailable);
                });
    }
}
