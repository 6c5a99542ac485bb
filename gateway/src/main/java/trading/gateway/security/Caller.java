package trading.gateway.security;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.wire.InvalidField;

/** Who asks, and for whom he may ask. Safe for use by any thread. */
public final class Caller {

    /** Where security is off. */
    public static final Caller ANYONE = new Caller(null, true, null);
    /** Who has no token, where one is needed. */
    static final Caller NOBODY = new Caller(null, false, null);

    /** No stream lasts longer, and no clock counts to the end of a token that is good for centuries. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private final @Nullable String subject;
    private final boolean mayActForAll;
    private final @Nullable Instant end;

    private Caller(@Nullable String subject, boolean mayActForAll, @Nullable Instant end) {
        this.subject = subject;
        this.mayActForAll = mayActForAll;
        this.end = end;
    }

    /**
     * Who has a token.
     *
     * @param end until when that is so
     */
    static Caller of(String subject, boolean isOperator, Instant end) {
        return new Caller(subject, isOperator, end);
    }

    /**
     * The user that a request is for.
     *
     * @param named the user that it names, {@code null} if none: then it is the one who asks
     * @return what was named as it came, {@code null} if the request names nobody and no token does
     * @throws ProblemException if it is not for him to ask, or not any more
     */
    public @Nullable String user(@Nullable String named) {
        if (this == ANYONE) {
            return named;
        }
        if (subject == null) {
            throw new ProblemException(Problem.missingToken());
        }
        if (end != null && Instant.now().isAfter(end)) {
            throw new ProblemException(Problem.invalidToken("The token has expired"));
        }
        if (named == null || named.equals(subject)) {
            return subject;
        }
        if (mayActForAll) {
            return named;
        }
        throw new ProblemException(
                Problem.forbidden(new InvalidField("userId", named, subject + ", as the token says, or none")));
    }

    /** Whether what is this user's may be told; what may not is told of as if it were not there. */
    public boolean sees(String userId) {
        return mayActForAll || userId.equals(subject);
    }

    /** Ends a stream with what allows it. */
    public <T> Flux<T> whileAllowed(Flux<T> stream) {
        if (end == null) {
            return stream;
        }
        Duration left = Duration.between(Instant.now(), end);
        return stream.takeUntilOther(Mono.delay(left.compareTo(LONGEST) < 0 ? left : LONGEST));
    }
}
