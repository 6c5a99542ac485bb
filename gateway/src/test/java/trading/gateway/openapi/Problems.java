package trading.gateway.openapi;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpStatus;
import trading.gateway.problems.Problem;
import trading.wire.InvalidField;

/** An example of each type of problem, as the gateway words it. */
final class Problems {

    private static final Duration SOON = Duration.ofSeconds(1);

    private final Map<String, Problem> byName = new LinkedHashMap<>();

    Problems() {
        add(Problem.of(new InvalidField("quantity", "0", "a whole number from 1")));
        add(Problem.missingToken());
        add(Problem.invalidToken("exp: the token has expired"));
        add(Problem.forbidden(new InvalidField("userId", "sue", "bob, as the token says, or none")));
        add(Problem.rateLimited(100, SOON));
        add(Problem.tokenNotJudged(SOON));
        add(Problem.unknownOrPending(Fields.AN_ORDER_ID));
        add(Problem.unknownProduct("pear"));
        byName.put("not-acceptable",
                Problem.of(HttpStatus.NOT_ACCEPTABLE, new InvalidField("Accept", "text/html", "application/json")));
        byName.put("content-too-large",
                Problem.of(HttpStatus.CONTENT_TOO_LARGE, new InvalidField("body", "too long", "at most 16384 bytes")));
        byName.put("unsupported-media-type", Problem.of(HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                new InvalidField("Content-Type", "text/plain", "application/json or application/x-ndjson")));
        add(Problem.idempotencyConflict(Fields.AN_ORDER_ID,
                new InvalidField("quantity", "4", "3, as first ordered")));
        add(Problem.notTaken("backlog", "The engine of this product is behind", SOON));
        add(Problem.notTaken("unpersisted-backlog", "The results of this product are behind", SOON));
        add(Problem.notTaken("in-flight", "Too many orders wait for Kafka", SOON));
        add(Problem.notTaken("kafka-behind", "Kafka acknowledges orders too slowly", SOON));
        add(Problem.notTaken("client-order-id-in-use",
                "Another order with this client order id is just being taken", SOON));
        add(Problem.notTaken("kafka-unavailable", "Kafka cannot be reached", SOON));
        add(Problem.tooManyRequests("requests", 1_024, SOON));
        add(Problem.resultsUnavailable("The database of results cannot be reached", SOON));
        add(Problem.openOrdersUnavailable("This gateway is still reading which orders are open", SOON));
        add(Problem.marketDataUnavailable("This gateway is still reading the sales of the last day", SOON));
        add(Problem.eventsUnavailable("This gateway has just started", SOON));
        add(Problem.outcomeUnknown(Fields.AN_ORDER_ID,
                "Kafka did not answer in time; repeating the order is safe with the same client order id"));
    }

    private void add(Problem problem) {
        byName.put(problem.type(), problem);
    }

    /** All of them, by type, or by the status's name where HTTP itself has the type. */
    Map<String, Problem> byName() {
        return byName;
    }

    /** @throws IllegalArgumentException for a type that is not known here */
    Problem named(String name) {
        Problem problem = byName.get(name);
        if (problem == null) {
            throw new IllegalArgumentException(
                    "no example of a problem of type " + name + " (expected: one of " + byName.keySet() + ")");
        }
        return problem;
    }
}
