package trading.system.faults;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trading.local.StackOptions;

/**
 * A run of faults.
 *
 * @param seed decides which fault comes when, and what orders there are
 * @param stack of its own, with fresh data
 * @param kinds which faults there may be
 * @param each whether every kind comes once; else kinds are drawn until the length is over
 * @param length after which no further round begins, unless every kind is to come
 * @param ordersPerSecond the load
 * @param asked for how many orders of a round the gateway is asked for the result, at most
 * @param products how many; each partition has one at least, if they are enough
 */
public record ChaosSettings(long seed, StackOptions stack, List<Kind> kinds, boolean each, Duration length,
        int ordersPerSecond, int asked, int products) {

    private static final Map<String, String> LOST_PARTITIONS_TOLD = Map
            .of("LOGGING_LEVEL_ORG_APACHE_KAFKA_CLIENTS_CONSUMER_INTERNALS", "INFO");
    private static final Map<String, String> FEW_ROWS_LOADED = Map.of("TRADING_PERSISTER_LOADFROMROWS", "10");
    private static final Map<String, String> SMALL_BUFFER = Map.of("TRADING_GATEWAY_MAX_IN_FLIGHT_BYTES", "8KB");

    /** An order is repeated for another product. */
    public static final int MIN_PRODUCTS = 2;

    public ChaosSettings {
        kinds = List.copyOf(kinds);
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("kinds: none (expected: at least one)");
        }
        if (products < MIN_PRODUCTS) {
            throw new IllegalArgumentException("products: " + products + " (expected: from " + MIN_PRODUCTS + ")");
        }
    }

    /**
     * What services are told beside the usual, for faults of these kinds: consumers say when they lose partitions, and rows go
     * into the database by both ways, though there are never many at once. And where the gateway must be seen refusing orders it
     * holds so few for Kafka that its buffer is full before it refuses them for another reason; elsewhere it must not be, however
     * late a busy machine's brokers answer.
     */
    public static Map<String, String> environment(List<Kind> kinds) {
        Map<String, String> environment = new HashMap<>(LOST_PARTITIONS_TOLD);
        environment.putAll(FEW_ROWS_LOADED);
        if (kinds.stream().anyMatch(kind -> kind.mustBeSeen().contains(Evidence.ANSWERED_503))) {
            environment.putAll(SMALL_BUFFER);
        }
        return environment;
    }
}
