package trading.client.load;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.common.utils.AppInfoParser;
import trading.client.stack.SalesTable;
import trading.client.stack.Stack;
import trading.wire.KafkaEnvironment;

/** What takes part in a run, as each part says itself. */
final class Versions {

    private static final int SECONDS = 10;

    private Versions() {}

    /** @param withDatabase whether the database takes part */
    static Map<String, String> of(Stack stack, boolean withDatabase) throws InterruptedException {
        Map<String, String> versions = new LinkedHashMap<>();
        if (withDatabase) {
            try (SalesTable table = new SalesTable(stack.database())) {
                versions.put("database", table.version());
            }
        }
        if (stack.hasKafka()) {
            versions.put("Kafka's metadata.version", metadataVersion(stack.kafka()));
            versions.put("Kafka's client in this client", AppInfoParser.getVersion());
        }
        return versions;
    }

    /** A broker does not tell its version, but the level of features that it runs with. */
    private static String metadataVersion(String bootstrapServers) throws InterruptedException {
        try (Admin admin = Admin.create(KafkaEnvironment.client(bootstrapServers))) {
            FinalizedVersionRange range = admin.describeFeatures().featureMetadata().get(SECONDS, TimeUnit.SECONDS)
                    .finalizedFeatures().get("metadata.version");
            return range == null ? "unknown" : Short.toString(range.maxVersionLevel());
        } catch (ExecutionException | TimeoutException e) {
            return "unknown";
        }
    }
}
