package trading.client.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import trading.client.CommandFailed;

/**
 * What {@code compare} measured, as its {@code compare.json} has it.
 *
 * @param systems by name, in the order in which they were measured
 */
public record ComparedFigures(Map<String, Rounds> systems) {

    /** What a repetition is judged by, as {@code compare.json} calls it. */
    static final List<String> JUDGED = List.of(ComparedFigure.SALES_PER_MINUTE.label(),
            ComparedFigure.CPU_PER_ORDER.label());

    /** A part of the settings that says nothing of what was measured. */
    private static final String WHERE = "URL";

    /** How a comparison repeats an earlier one, where it was held against one. */
    static final String REPEATED = "repeated";

    /** A list of words, of all systems. */
    private static final String CONDITIONS = "notes";
    private static final String SYSTEMS = "systems";
    private static final String SYSTEM = "system";
    private static final String ENGINES = "engines";
    private static final String CLIENTS = "clients";
    private static final String SETTINGS = "settings";
    private static final String ROUNDS = "rounds";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * A system's figures.
     *
     * @param settings of its load, its engines and clients, and the conditions of all
     * @param figures of each round, by name; empty where a round has none
     */
    record Rounds(Map<String, String> settings, Map<String, List<OptionalDouble>> figures) {}

    /**
     * Reads a file.
     *
     * @throws CommandFailed if it is no {@code compare.json}
     */
    public static ComparedFigures read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new CommandFailed(file + ": no such file (expected: a compare.json of ./pipeline compare)");
        }
        try {
            ComparedFigures read = of(JSON.readTree(file));
            if (!read.systems().isEmpty()) {
                return read;
            }
        } catch (JacksonException e) {
            throw new CommandFailed(file + ": not a comparison: " + e.getOriginalMessage(), e);
        }
        throw new CommandFailed(file + ": no systems (expected: a compare.json of ./pipeline compare)");
    }

    static ComparedFigures of(JsonNode comparison) {
        Map<String, Rounds> systems = new LinkedHashMap<>();
        for (JsonNode system : comparison.path(SYSTEMS)) {
            Map<String, String> settings = new LinkedHashMap<>();
            settings.put(ENGINES, system.path(ENGINES).asString(""));
            settings.put(CLIENTS, system.path(CLIENTS).asString(""));
            settings.put(CONDITIONS, comparison.path(CONDITIONS).toString());
            system.path(SETTINGS).properties()
                    .forEach(setting -> settings.put(setting.getKey(), setting.getValue().asString("")));
            settings.remove(WHERE);
            Map<String, List<OptionalDouble>> figures = new LinkedHashMap<>();
            for (String figure : JUDGED) {
                List<OptionalDouble> rounds = new ArrayList<>();
                system.path(figure).path(ROUNDS).forEach(round -> rounds
                        .add(round.isNumber() ? OptionalDouble.of(round.doubleValue()) : OptionalDouble.empty()));
                figures.put(figure, rounds);
            }
            systems.put(system.path(SYSTEM).asString(""), new Rounds(settings, figures));
        }
        return new ComparedFigures(systems);
    }

    /** What the file has of a comparison: the figures of every round, and their median. */
    static Map<String, Object> json(SystemComparison comparison) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("command", comparison.command());
        json.put("leftOut", comparison.leftOut());
        json.put(CONDITIONS, comparison.conditions());
        json.put(SYSTEMS, comparison.systems().stream().map(ComparedFigures::json).toList());
        return json;
    }

    private static Map<String, Object> json(SystemComparison.Measured system) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(SYSTEM, system.name());
        json.put(ENGINES, system.engines());
        json.put(CLIENTS, system.clients());
        List<Window> windows = system.windows();
        for (ComparedFigure figure : ComparedFigure.values()) {
            json.put(figure.label(), Map.of("median", figure.median(windows), ROUNDS, figure.of(windows)));
        }
        Survival survival = system.survival();
        json.put("survival", survival == null ? "not tried" : survival);
        json.put("startedAt", system.rounds().stream().map(LoadReport::startedAt).toList());
        json.put("machine", system.rounds().stream().map(LoadReport::machine).toList());
        LoadReport first = system.rounds().getFirst();
        json.put(SETTINGS, first.settings());
        json.put("versions", first.versions());
        json.put("commit", first.commit());
        return json;
    }
}
