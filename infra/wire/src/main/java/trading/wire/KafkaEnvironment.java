package trading.wire;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * How programs without Spring reach Kafka: {@code KAFKA_CLIENT_SECURITY_PROTOCOL=SASL_SSL} in the environment sets
 * {@code security.protocol} of every client, and so on. Safe for use by any thread.
 */
public final class KafkaEnvironment {

    private static final String PREFIX = "KAFKA_CLIENT_";

    private KafkaEnvironment() {}

    /** A new configuration of a client of these servers, with what the environment of this process says. */
    public static Map<String, Object> client(String bootstrapServers) {
        return client(bootstrapServers, System.getenv());
    }

    /** The same with another environment. */
    public static Map<String, Object> client(String bootstrapServers, Map<String, String> environment) {
        Map<String, Object> client = new HashMap<>();
        environment.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                client.put(name.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '.'), value);
            }
        });
        client.put("bootstrap.servers", bootstrapServers);
        return client;
    }
}
