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
    static final List<String> JUDGED = List.of("sales/min", "CPU µs/order");

    /** A part of the settings that says nothing of what was measured. */
    private static final String WHERE = "URL";

    /** A list of words, of all systems. */
    static final String CONDITIONS = "notes";

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
        for (JsonNode system : comparison.path("systems")) {
            Map<String, String> settings = new LinkedHashMap<>();
            settings.put("engines", system.path("engines").asString(""));
            settings.put("clients", system.path("clients").asString(""));
            settings.put(CONDITIONS, comparison.path(CONDITIONS).toString());
            system.path("settings").properties()
                    .forEach(setting -> settings.put(setting.getKey(), setting.getValue().asString("")));
            settings.remove(WHERE);
            Map<String, List<OptionalDouble>> figures = new LinkedHashMap<>();
            for (String figure : JUDGED) {
                List<OptionalDouble> rounds = new ArrayList<>();
                system.path(figure).path("rounds").forEach(round -> rounds
                        .add(round.isNumber() ? OptionalDouble.of(round.doubleValue()) : OptionalDouble.empty()));
                figures.put(figure, rounds);
            }
            systems.put(system.path("system").asString(""), new Rounds(settings, figures));
        }
        return new ComparedFigures(systems);
    }
}
