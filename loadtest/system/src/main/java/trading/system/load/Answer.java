package trading.system.load;

import java.util.UUID;

/** What a client heard about one line. */
sealed interface Answer {

    /** The gateway has taken it. */
    record Accepted(UUID id) implements Answer {}

    /**
     * The gateway has not taken it, or does not know.
     *
     * @param type of the problem
     * @param text the whole answer
     */
    record Problem(int status, String type, String text) implements Answer {}

    /** There was no answer. */
    record None() implements Answer {}

    /** What came is not an answer. */
    record Nonsense(String text) implements Answer {}
}
