package trading.client.stack;

import static java.util.Objects.requireNonNull;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import trading.client.CommandFailed;

/**
 * A running stack, as its supervisor describes it in {@code .pipeline/stack.json}.
 *
 * @param gateway where orders go, {@code http://HOST:PORT}
 * @param kafka bootstrap servers, {@code null} when it has none: a baseline
 * @param database where sales are written
 * @param processes what runs, {@code null} when the file does not say
 */
public record Stack(String gateway, @Nullable String kafka, Database database, @Nullable List<StackProcess> processes) {

    /** Where the file is, from the top of the checkout. */
    public static final Path FILE = Path.of(".pipeline", "stack.json");

    private static final String GATEWAY_URL = "GATEWAY_URL";
    private static final String KAFKA = "KAFKA_BOOTSTRAP_SERVERS";
    private static final String DATABASE_URL = "DATABASE_URL";
    private static final String EXPECTED_DATABASE = "mysql://USER:PASSWORD@HOST:PORT/DATABASE";
    private static final Pattern DATABASE = Pattern
            .compile("mysql://([^:@/]+):([^@/]*)@([^@/?]+/[^@/?]+(?:\\?[^@]*)?)");

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(tools.jackson.databind.DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    /**
     * The stack's database.
     *
     * @param kind MySQL or MariaDB, as the stack calls it
     * @param version of the server
     * @param jdbcUrl where it is
     */
    public record Database(@Nullable String kind, @Nullable String version, String jdbcUrl, String username,
            String password) {

        /**
         * @param name of what holds the URL, for the message
         * @param url {@code mysql://USER:PASSWORD@HOST:PORT/DATABASE}
         * @throws CommandFailed if it is none; the message does not show the password
         */
        public static Database of(String name, String url) {
            Matcher matcher = DATABASE.matcher(url);
            if (!matcher.matches()) {
                throw new CommandFailed(
                        name + ": " + withoutPassword(url) + " (expected: " + EXPECTED_DATABASE + ")");
            }
            return new Database(null, null, DatabaseUrl.jdbc("mysql://" + matcher.group(3)), decoded(matcher.group(1)),
                    decoded(matcher.group(2)));
        }

        /** What may be one, in what may be no URL. */
        private static String withoutPassword(String url) {
            return url.contains("@")
                    ? url.substring(url.lastIndexOf('@') + 1)
                    : url.replaceFirst("(://[^:/]*):.*", "$1:…");
        }
    }

    /**
     * One process of the stack.
     *
     * @param name such as {@code engine-1}
     * @param service {@code broker}, {@code database}, {@code gateway}, {@code engine} or {@code persister}
     * @param pid of this machine
     * @param port where it listens; its own HTTP port for a service
     */
    public record StackProcess(String name, String service, long pid, int port) {}

    /** What runs, empty when the file does not say. */
    @Override
    public List<StackProcess> processes() {
        return processes == null ? List.of() : processes;
    }

    /**
     * Bootstrap servers.
     *
     * @throws CommandFailed if it has no Kafka
     */
    @Override
    public String kafka() {
        if (!hasKafka()) {
            throw new CommandFailed("kafka: missing in the stack's description (expected: HOST:PORT,…)");
        }
        return requireNonNull(kafka);
    }

    /** Whether it has a Kafka. */
    public boolean hasKafka() {
        return kafka != null && !kafka.isEmpty();
    }

    /** The same stack with another database. */
    public Stack withDatabase(Database other) {
        return new Stack(gateway, kafka, other, processes);
    }

    /** The same stack behind another gateway. */
    public Stack withGateway(String url) {
        return new Stack(url, kafka, database, processes);
    }

    /** The processes of one service, in the file's order. */
    public List<StackProcess> processes(String service) {
        return processes().stream().filter(process -> process.service().equals(service)).toList();
    }

    /**
     * Reads the description of a stack.
     *
     * @throws CommandFailed if there is none, or it is not one
     */
    public static Stack read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new CommandFailed("no running stack: " + file + " is missing (start one with ./pipeline up)");
        }
        try {
            return JSON.readValue(file, Stack.class);
        } catch (JacksonException e) {
            throw new CommandFailed(file + ": not a description of a stack: " + e.getOriginalMessage(), e);
        }
    }

    /** Whether an environment names a gateway, and so a stack. */
    static boolean isIn(Map<String, String> environment) {
        return environment.containsKey(GATEWAY_URL);
    }

    /**
     * The stack that an environment describes, as a container's does: {@code GATEWAY_URL},
     * {@code KAFKA_BOOTSTRAP_SERVERS} and {@code DATABASE_URL}, which is {@code mysql://USER:PASSWORD@HOST:PORT/DATABASE}.
     *
     * @throws CommandFailed if one is missing or wrong; the message names it
     */
    static Stack of(Map<String, String> environment) {
        Database database = Database.of(DATABASE_URL, required(environment, DATABASE_URL, EXPECTED_DATABASE));
        return new Stack(required(environment, GATEWAY_URL, "http://HOST:PORT"),
                required(environment, KAFKA, "HOST:PORT,…"), database, List.of());
    }

    private static String required(Map<String, String> environment, String name, String expected) {
        String value = environment.getOrDefault(name, "");
        if (value.isEmpty()) {
            throw new CommandFailed(name + ": missing (expected: " + expected + ")");
        }
        return value;
    }

    private static String decoded(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** The stack's file in a directory, or in the nearest directory above it that has one. */
    static Path find(Path directory) {
        for (Path at = directory.toAbsolutePath(); at != null; at = at.getParent()) {
            Path file = at.resolve(FILE);
            if (Files.isRegularFile(file)) {
                return file;
            }
        }
        return directory.resolve(FILE);
    }
}
