package trading.client.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import trading.client.CommandFailed;

/**
 * Everything that a run of the load test gave.
 *
 * @param format of this file
 * @param startedAt ISO-8601
 * @param command as it was typed
 * @param commit of the checkout, with {@code +changes} when it was not clean; empty outside of one
 * @param interrupted whether it was ended before its time
 * @param settings of the run, as words
 * @param versions of what took part
 * @param counted whether rows were what they should be at the end, in words
 * @param window the measured time; {@code null} when it was ended before that
 * @param capacity of a search for it
 * @param samples one a second
 */
public record LoadReport(int format, String startedAt, String command, String commit, boolean interrupted,
        Map<String, String> settings, Machine machine, Map<String, String> versions, WarmUp warmUp, String counted,
        @Nullable Window window, @Nullable Capacity capacity, List<Sample> samples) {

    /** The format that this program writes and reads. */
    public static final int FORMAT = 1;

    /** What every report has: without one of these, who reads it would fail in the middle. */
    private static final List<JsonPointer> REQUIRED = pointers("/startedAt", "/command", "/commit", "/settings",
            "/machine", "/machine/cpu", "/machine/kernel", "/machine/jvm", "/versions", "/warmUp", "/counted");

    private static final JsonPointer WINDOW = JsonPointer.compile("/window");
    private static final List<JsonPointer> REQUIRED_OF_WINDOW = pointers("/toAccepted", "/toResult", "/cpuSeconds",
            "/networkBytes");

    private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    /**
     * How the time before the measured one ended.
     *
     * @param sales until then
     * @param stable whether throughput had become stable; otherwise its limit ended it
     */
    public record WarmUp(double seconds, long sales, boolean stable) {}

    /**
     * The highest rate at which lag and latency stay flat.
     *
     * @param ordersPerSecond 0 if none was found
     */
    public record Capacity(double ordersPerSecond, List<Trial> trials) {}

    /**
     * A rate that was tried.
     *
     * @param flat whether lag and latency stayed
     * @param why not; empty if they did
     * @param p99 milliseconds to the acceptance; 0 if nothing was accepted
     */
    public record Trial(double ordersPerSecond, double seconds, boolean flat, String why, double p99) {}

    /** Writes it as JSON. */
    public void write(Path file) throws IOException {
        WholeFile.write(file, JSON.writeValueAsString(this) + "\n");
    }

    /**
     * Reads what was written.
     *
     * @throws CommandFailed if it is no report
     */
    public static LoadReport read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new CommandFailed(file + ": no such file (expected: a report.json of ./pipeline load)");
        }
        try {
            JsonNode tree = JSON.readTree(file);
            int format = tree.path("format").asInt(0);
            if (format != FORMAT) {
                throw new CommandFailed(file + ": format " + format + " (expected: " + FORMAT + ")");
            }
            REQUIRED.forEach(part -> require(file, tree, part));
            if (!isMissing(tree, WINDOW)) {
                REQUIRED_OF_WINDOW.forEach(part -> require(file, tree, WINDOW.append(part)));
            }
            return JSON.treeToValue(tree, LoadReport.class);
        } catch (JacksonException e) {
            throw new CommandFailed(file + ": not a report: " + e.getOriginalMessage()
                    + " (expected: a report.json of ./pipeline load)", e);
        }
    }

    private static void require(Path file, JsonNode tree, JsonPointer part) {
        if (isMissing(tree, part)) {
            throw new CommandFailed(file + ": not a report: no " + part.toString().substring(1)
                    + " (expected: a report.json of ./pipeline load)");
        }
    }

    private static boolean isMissing(JsonNode tree, JsonPointer part) {
        JsonNode found = tree.at(part);
        return found.isMissingNode() || found.isNull();
    }

    private static List<JsonPointer> pointers(String... parts) {
        return Stream.of(parts).map(JsonPointer::compile).toList();
    }
}
