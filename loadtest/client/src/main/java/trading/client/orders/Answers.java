package trading.client.orders;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the gateway answered to a chunk of lines. A line without an answer is neither accepted nor refused: its outcome is
 * unknown.
 *
 * @param lines how many lines were answered, from the first
 * @param refusals the lines that were not accepted, in order
 * @param retryAfter how long the gateway that refused the whole chunk asks to be left alone, else zero
 * @param firstId the id of the first line's order, {@code null} if that was not accepted or is not known
 */
public record Answers(int lines, List<Refusal> refusals, Duration retryAfter, @Nullable String firstId) {

    /** Refused for now: surely not taken. */
    public static final int UNAVAILABLE = 503;

    /** The outcome of this line is unknown; it can be repeated with the same client order id. */
    public static final int OUTCOME_UNKNOWN = 504;

    private static final int SERVER_ERROR = 500;

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String PROBLEM = "{\"problem\"";
    private static final String ID = "{\"id\"";

    /**
     * A line that was not accepted.
     *
     * @param line its number in the chunk, from 0
     * @param status as an HTTP status; any of a server's but 503 leaves open whether the line was taken, as 504 does
     * @param reason what the gateway says is wrong
     */
    public record Refusal(int line, int status, String reason) {

        public Refusal {
            status = status >= SERVER_ERROR && status != UNAVAILABLE ? OUTCOME_UNKNOWN : status;
        }

        /** Whether the same line may be accepted later. */
        public boolean passing() {
            return status == UNAVAILABLE || status == OUTCOME_UNKNOWN;
        }
    }

    /** Answers without an id. */
    public Answers(int lines, List<Refusal> refusals, Duration retryAfter) {
        this(lines, refusals, retryAfter, null);
    }

    /** Lines that the gateway accepted. */
    public int accepted() {
        return lines - refusals.size();
    }

    /** Refusals with this status. */
    public int refused(int status) {
        return (int) refusals.stream().filter(refusal -> refusal.status() == status).count();
    }

    /** Reads a stream of answers. Lines are only looked into when they are no acceptance: this is the client's hot path. */
    static Answers read(String body) {
        int lines = 0;
        List<Refusal> refusals = new ArrayList<>();
        for (int start = 0; start < body.length();) {
            int newline = body.indexOf('\n', start);
            int end = newline < 0 ? body.length() : newline;
            if (end > start) {
                if (!body.startsWith(ID, start)) {
                    refusals.add(refusal(lines, body.substring(start, end)));
                }
                lines++;
            }
            start = end + 1;
        }
        return new Answers(lines, refusals, Duration.ZERO, body.startsWith(ID) ? id(body) : null);
    }

    /** The value of the first field {@code id}. */
    static @Nullable String id(String text) {
        int name = text.indexOf("\"id\"");
        int from = name < 0 ? -1 : text.indexOf('"', text.indexOf(':', name + 4));
        int to = from < 0 ? -1 : text.indexOf('"', from + 1);
        return to < 0 ? null : text.substring(from + 1, to);
    }

    /** The whole chunk was refused with one answer. */
    static Answers refused(int lines, int status, String body, Duration retryAfter) {
        String reason = body.strip();
        List<Refusal> refusals = new ArrayList<>(lines);
        for (int line = 0; line < lines; line++) {
            refusals.add(new Refusal(line, status, reason));
        }
        return new Answers(lines, refusals, retryAfter);
    }

    private static Refusal refusal(int line, String text) {
        if (!text.startsWith(PROBLEM)) {
            return new Refusal(line, OUTCOME_UNKNOWN, "not an answer: " + text);
        }
        try {
            JsonNode problem = JSON.readTree(text).path("problem");
            return new Refusal(line, problem.path("status").asInt(OUTCOME_UNKNOWN),
                    problem.path("detail").asString(text));
        } catch (JacksonException e) {
            return new Refusal(line, OUTCOME_UNKNOWN, "not an answer: " + text);
        }
    }
}
