package trading.client.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Two comparisons of the same systems: whether the later one repeats the earlier.
 *
 * <p>Each figure is held against what it was, and once more after it was divided by the geometric mean of its round's systems: a
 * machine that is slower than it was makes all of a round slower, and that divides out.
 */
record RepeatedComparison(ComparedFigures before, ComparedFigures now) {

    /**
     * One figure of a system.
     *
     * @param times {@code null} where too few rounds say nothing
     * @param besideItsRound the same of the figure divided by its round's mean
     */
    record Row(String system, String figure, List<OptionalDouble> before, List<OptionalDouble> now,
            @Nullable Repetition times, @Nullable Repetition besideItsRound) {}

    /** Of the systems that were measured with the same settings both times. */
    List<Row> rows() {
        List<String> alike = now.systems().keySet().stream().filter(this::isAlike).toList();
        List<Row> rows = new ArrayList<>();
        for (String figure : ComparedFigures.JUDGED) {
            for (String system : alike) {
                List<OptionalDouble> then = rounds(before, system, figure);
                List<OptionalDouble> again = rounds(now, system, figure);
                rows.add(new Row(system, figure, then, again, Repetition.of(numbers(then), numbers(again)), Repetition
                        .of(besideRounds(before, system, figure, alike), besideRounds(now, system, figure, alike))));
            }
        }
        return rows;
    }

    /** A row for each figure of each system, a head first. */
    List<List<String>> table() {
        List<List<String>> table = new ArrayList<>();
        table.add(List.of("system", "figure", "before", "now", "times", "times, beside its round"));
        for (Row row : rows()) {
            table.add(List.of(row.system(), row.figure(), words(row.before()), words(row.now()), words(row.times()),
                    words(row.besideItsRound())));
        }
        return table;
    }

    /** What the reader must know of the table. */
    List<String> legend() {
        List<String> lines = new ArrayList<>(List.of(
                "Times: now by before, and where that ratio lies with 95 % by how far rounds differ. !: not the same, even so. Beside its round: divided by the mean of its round's systems, so that the machine's speed divides out."));
        Set<String> others = new TreeSet<>(now.systems().keySet());
        others.addAll(before.systems().keySet());
        others.removeIf(this::isAlike);
        if (!others.isEmpty()) {
            lines.add("Measured only once, or with other settings: " + String.join(", ", others) + ".");
        }
        return lines;
    }

    private boolean isAlike(String system) {
        ComparedFigures.Rounds then = before.systems().get(system);
        ComparedFigures.Rounds again = now.systems().get(system);
        return then != null && again != null && then.settings().equals(again.settings());
    }

    /** Each round's figure by its round's mean; empty unless all systems have all rounds, and there are two systems. */
    private static List<Double> besideRounds(ComparedFigures comparison, String system, String figure,
            List<String> systems) {
        List<Double> own = numbers(rounds(comparison, system, figure));
        List<List<Double>> all = systems.stream().map(each -> numbers(rounds(comparison, each, figure))).toList();
        if (systems.size() < 2 || all.stream().anyMatch(rounds -> rounds.size() != own.size())) {
            return List.of();
        }
        List<Double> beside = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            int round = i;
            List<Double> ofRound = all.stream().map(rounds -> rounds.get(round)).toList();
            beside.add(own.get(round) / Math.exp(Repetition.meanLog(ofRound)));
        }
        return beside;
    }

    private static List<OptionalDouble> rounds(ComparedFigures comparison, String system, String figure) {
        return Objects.requireNonNull(comparison.systems().get(system)).figures().getOrDefault(figure, List.of());
    }

    /** A round without the figure is no number, of which there is no ratio. */
    private static List<Double> numbers(List<OptionalDouble> rounds) {
        return rounds.stream().map(round -> round.orElse(Double.NaN)).toList();
    }

    private static String words(List<OptionalDouble> rounds) {
        return rounds.isEmpty()
                ? Summary.NONE
                : String.join(", ", rounds.stream().map(round -> Summary.words(round, Summary::number)).toList());
    }

    private static String words(@Nullable Repetition repetition) {
        return repetition == null
                ? Summary.NONE
                : String.format(Locale.ROOT, "%.2f (%.2f–%.2f)%s", repetition.times(), repetition.least(),
                        repetition.most(), repetition.isTheSame() ? "" : " !");
    }
}
