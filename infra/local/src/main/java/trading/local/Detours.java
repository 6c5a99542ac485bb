package trading.local;

import java.util.List;
import java.util.Map;

/**
 * Where services reach Kafka and the database through a port of somebody else's, such as a proxy that can cut them off.
 *
 * @param kafka by service: the ports on loopback, one for each broker, which must lead to {@link PortPlan#kafkaOf}
 * @param database by service: the port on loopback, which must lead to {@link PortPlan#database}
 */
public record Detours(Map<String, List<Integer>> kafka, Map<String, Integer> database) {

    /** Every service reaches the servers directly. */
    public static final Detours NONE = new Detours(Map.of(), Map.of());

    public Detours {
        kafka = Map.copyOf(kafka);
        database = Map.copyOf(database);
    }
}
