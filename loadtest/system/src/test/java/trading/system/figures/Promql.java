package trading.system.figures;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** As much of PromQL as it takes to tell which metrics an expression asks for. */
final class Promql {

    /** A piece of an expression; what is in quotes, braces or brackets is one piece, so that no label looks like a metric. */
    private static final Pattern PIECE = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|#[^\n]*"
            + "|(?<braces>\\{(?:[^}\"]|\"(?:[^\"\\\\]|\\\\.)*\")*})|\\[[^]]*]"
            + "|\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)"
            + "|[0-9][0-9a-zA-Z.]*|(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*+)(?<call>\\s*(?:(?:by|without)\\s*\\([^)]*\\)\\s*)?\\()?|\\S",
            Pattern.CASE_INSENSITIVE);

    private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset", "by", "without", "on",
            "ignoring", "group_left", "group_right", "inf", "nan", "start", "end", "atan2");

    private Promql() {}

    /**
     * The metrics that the expression names.
     *
     * @throws IllegalArgumentException if it selects by anything but a metric's plain name: nobody could tell whether that exists
     */
    static Set<String> metrics(String expression) {
        Set<String> names = new TreeSet<>();
        Matcher pieces = PIECE.matcher(expression);
        boolean afterName = false;
        while (pieces.find()) {
            String name = pieces.group("name");
            if (pieces.group("braces") != null && !afterName) {
                throw new IllegalArgumentException(
                        pieces.group() + " (expected: a metric's name before it) in " + expression);
            }
            afterName = name != null && pieces.group("call") == null && !WORDS.contains(name);
            if (afterName) {
                names.add(name);
            }
        }
        return names;
    }
}
