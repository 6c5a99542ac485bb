package trading.system.faults;

import java.time.Duration;
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

    /**
     * What services are told beside the usual: the gateway holds less than half a second of orders for Kafka, so that its buffer is
     * full before it refuses them for another reason, and consumers say when they lose partitions.
     */
    public static final Map<String, String> ENVIRONMENT = Map.of("TRADING_GATEWAY_MAX_IN_FLIGHT_BYTES", "8KB",
            "LOGGING_LEVEL_ORG_APACHE_KAFKA_CLIENTS_CONSUMER_INTERNALS", "INFO");

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
}
