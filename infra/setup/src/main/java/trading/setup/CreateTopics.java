package trading.setup;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import trading.wire.KafkaEnvironment;
import trading.wire.MissingTopics;

/**
 * Creates the topics that are missing. Environment: {@code KAFKA_BOOTSTRAP_SERVERS}; {@code KAFKA_REPLICATION}, in how many
 * brokers a record is kept (1 to 9, usually 3); {@code KAFKA_MIN_INSYNC_REPLICAS}, how many must have it before it is
 * acknowledged; {@code KAFKA_WAIT_SECONDS}, how long a Kafka that does not answer yet is waited for (60); and
 * {@code KAFKA_CLIENT_…}, as {@link KafkaEnvironment} has it.
 */
final class CreateTopics {

    private static final int MAX_REPLICATION = 9;
    private static final int MAX_WAIT_SECONDS = 3_600;

    private CreateTopics() {}

    /** The exit status. */
    static int run(Map<String, String> environment) throws InterruptedException {
        try {
            String servers = environment.getOrDefault("KAFKA_BOOTSTRAP_SERVERS", "");
            if (servers.isEmpty()) {
                throw new IllegalArgumentException("KAFKA_BOOTSTRAP_SERVERS: missing (expected: HOST:PORT,…)");
            }
            int replication = number(environment, "KAFKA_REPLICATION", "3", 1, MAX_REPLICATION);
            int minInsync = number(environment, "KAFKA_MIN_INSYNC_REPLICAS", Integer.toString(Math.min(2, replication)),
                    1, replication);
            int wait = number(environment, "KAFKA_WAIT_SECONDS", "60", 0, MAX_WAIT_SECONDS);
            List<String> created = MissingTopics.create(KafkaEnvironment.client(servers, environment),
                    (short) replication, minInsync, Duration.ofSeconds(wait));
            System.out
                    .println("topics: " + (created.isEmpty() ? "all there" : "created " + String.join(", ", created)));
            return 0;
        } catch (IllegalArgumentException | IllegalStateException e) {
            System.err.println(e.getMessage());
            return 1;
        } catch (KafkaException e) {
            // A setting of the client that it cannot use: which one, only the cause says.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            System.err.println("Kafka's client: " + cause.getMessage());
            return 1;
        }
    }

    private static int number(Map<String, String> environment, String name, String otherwise, int least, int most) {
        String value = environment.getOrDefault(name, otherwise);
        if (!value.matches("[0-9]{1,5}") || Integer.parseInt(value) < least || Integer.parseInt(value) > most) {
            throw new IllegalArgumentException(
                    name + ": " + value + " (expected: a whole number, " + least + " to " + most + ")");
        }
        return Integer.parseInt(value);
    }
}
