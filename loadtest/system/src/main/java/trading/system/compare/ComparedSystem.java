package trading.system.compare;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import trading.local.BaselineSettings;
import trading.local.PortPlan;
import trading.local.StackOptions;
import trading.system.runs.Subject;

/** A system that takes part. */
public enum ComparedSystem {

    PIPELINE("pipeline", 1, 80), PIPELINE_NDJSON("pipeline-ndjson", 1, 10), PEKKO("pekko", 4, 20), ACTORS("actors", 4,
            20), THREADS("threads", 4, 20), NODE("node", 4, 20), NODE_SEQUENTIAL("node-sequential", 4, 20);

    /** An even number. */
    private static final int ORDERS_IN_REQUEST = 100;

    private static final int DELAY_MILLIS = 3;
    private static final int PERSISTERS = 1;

    private final String label;
    private final int firstEngines;
    private final int firstClients;

    ComparedSystem(String label, int firstEngines, int firstClients) {
        this.label = label;
        this.firstEngines = firstEngines;
        this.firstClients = firstClients;
    }

    /**
     * The system of this name.
     *
     * @param option that it was given with, for the message
     * @throws IllegalArgumentException if there is none
     */
    public static ComparedSystem of(String option, String label) {
        return Arrays.stream(values()).filter(system -> system.label.equals(label)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        option + ": " + label + " (expected: one of "
                                + String.join(", ", Arrays.stream(values()).map(ComparedSystem::label).toList())
                                + ")"));
    }

    /** As it is called by people. */
    public String label() {
        return label;
    }

    /** Where a search begins. */
    public Setting first() {
        return new Setting(firstEngines, firstClients);
    }

    /** What {@code load} is told beside wait and clients. */
    public List<String> loadOptions() {
        return this == PIPELINE_NDJSON ? List.of("--ndjson", Integer.toString(ORDERS_IN_REQUEST)) : List.of();
    }

    /** Whether orders wait in Kafka, which tells for how long; a baseline has none. */
    public boolean hasKafka() {
        return this == PIPELINE || this == PIPELINE_NDJSON;
    }

    /** What is missing on this machine for it to run; empty if nothing is. */
    public Optional<String> missing() {
        if (this != NODE && this != NODE_SEQUENTIAL) {
            return Optional.empty();
        }
        return Stream.of("node", "npm").filter(program -> !isInPath(program)).findFirst()
                .map(program -> "no " + program + " in PATH (expected: Node.js 20 or newer, and npm)");
    }

    private static boolean isInPath(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(folder -> !folder.isEmpty() && Files.isExecutable(Path.of(folder, program)));
    }

    /**
     * It, with fresh data, to be started.
     *
     * @param databaseDelay of each piece on its way to the database and back
     * @param say hears what people should know
     * @throws IOException if another runs in its home, or the machine lacks something
     */
    public Subject subject(Path checkout, PortPlan ports, int engines, Duration databaseDelay, Consumer<String> say)
            throws IOException {
        StackOptions options = StackOptions.of(checkout, checkout.resolve(".pipeline-compare"), ports,
                hasKafka() ? engines : 0, hasKafka() ? PERSISTERS : 0);
        if (hasKafka()) {
            return Subject.pipeline(options, databaseDelay, say);
        }
        BaselineSettings settings = this == NODE_SEQUENTIAL
                ? new BaselineSettings("node", engines, DELAY_MILLIS, Optional.of("sequential"))
                : new BaselineSettings(label, engines, DELAY_MILLIS, Optional.empty());
        return Subject.baseline(options, settings, databaseDelay, say);
    }
}
