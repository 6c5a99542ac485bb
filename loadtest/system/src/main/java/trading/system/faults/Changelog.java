package trading.system.faults;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import trading.system.watch.Logs;
import trading.system.watch.Logs.Moment;
import trading.wire.Topics;

/**
 * The changelog of the engines' markets. From {@link #cleanAtOnce} to {@link #close} Kafka does within seconds what it
 * otherwise does within minutes: it deletes what is out of date, and soon afterwards the deletions. For one thread.
 */
final class Changelog implements AutoCloseable {

    private static final String TOPIC = Topics.ENGINE_GROUP + "-market-changelog";

    /** The kind of key that names an open order. */
    private static final byte OPEN = 'o';

    private static final ConfigResource CHANGELOG = new ConfigResource(ConfigResource.Type.TOPIC, TOPIC);
    private static final ConfigResource ALL_BROKERS = new ConfigResource(ConfigResource.Type.BROKER, "");

    /** Only closed segments are cleaned. A cleaning deletes what is out of date; the deletions go with the next one. */
    private static final Map<ConfigResource, Map<String, String>> AT_ONCE = Map.of(
            CHANGELOG,
            Map.of(TopicConfig.SEGMENT_MS_CONFIG, "500", TopicConfig.DELETE_RETENTION_MS_CONFIG, "0",
                    TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0", TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG, "1"),
            ALL_BROKERS, Map.of("log.cleaner.backoff.ms", "500"));

    private static final Set<ConfigSource> OWN = Set.of(ConfigSource.DYNAMIC_TOPIC_CONFIG,
            ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG);

    private final Admin admin;
    private final Logs logs;
    private final Map<ConfigResource, Collection<AlterConfigOp>> back;

    /** An open order: an offset of a partition of the orders log. */
    record Open(int partition, long offset) {}

    private Changelog(Admin admin, Logs logs) throws ExecutionException, InterruptedException {
        this.admin = admin;
        this.logs = logs;
        this.back = asItIs(admin);
    }

    /** From now on Kafka cleans it at once. */
    static Changelog cleanAtOnce(String kafka, Logs logs) throws IOException, InterruptedException {
        Admin admin = Admin.create(Map.of("bootstrap.servers", kafka));
        try {
            Changelog changelog = new Changelog(admin, logs);
            changelog.alter(atOnce());
            return changelog;
        } catch (ExecutionException e) {
            admin.close();
            throw new IOException(TOPIC + " cannot be cleaned at once: " + e.getCause(), e);
        }
    }

    /** The orders that are open by what is committed now, in some partitions. */
    Set<Open> open(Collection<Integer> partitions) throws InterruptedException {
        Map<Open, Boolean> known = read();
        known.values().removeIf(isOpen -> !isOpen);
        known.keySet().removeIf(order -> !partitions.contains(order.partition()));
        return Set.copyOf(known.keySet());
    }

    /** How many of these orders it does not even say of that they have left. */
    int forgotten(Set<Open> orders) throws InterruptedException {
        Set<Open> forgotten = new HashSet<>(orders);
        forgotten.removeAll(read().keySet());
        return forgotten.size();
    }

    /** As it was before. */
    @Override
    public void close() throws IOException {
        try {
            alter(back);
        } catch (InterruptedException e) {
            // What was asked for is done nevertheless: the client waits for it.
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IOException(TOPIC + " keeps the settings of the fault: " + e.getCause(), e);
        } finally {
            admin.close();
        }
    }

    /** The orders that it has a record of, and whether the last record says that the order is open. */
    private Map<Open, Boolean> read() throws InterruptedException {
        Map<Open, Boolean> known = new HashMap<>();
        logs.read(TOPIC, Moment.BEGINNING, logs.committed(TOPIC), true, found -> {
            ByteBuffer key = ByteBuffer.wrap(found.key());
            if (key.get() == OPEN) {
                known.put(new Open(found.partition(), key.getLong()), found.value() != null);
            }
        });
        return known;
    }

    private void alter(Map<ConfigResource, Collection<AlterConfigOp>> operations)
            throws ExecutionException, InterruptedException {
        admin.incrementalAlterConfigs(operations).all().get();
    }

    private static Map<ConfigResource, Collection<AlterConfigOp>> atOnce() {
        Map<ConfigResource, Collection<AlterConfigOp>> operations = new HashMap<>();
        AT_ONCE.forEach((resource, settings) -> {
            List<AlterConfigOp> each = new ArrayList<>();
            settings.forEach((name, value) -> each.add(new AlterConfigOp(new ConfigEntry(name, value), OpType.SET)));
            operations.put(resource, each);
        });
        return operations;
    }

    /** What brings back the settings that it has now. */
    private static Map<ConfigResource, Collection<AlterConfigOp>> asItIs(Admin admin)
            throws ExecutionException, InterruptedException {
        Map<ConfigResource, Collection<AlterConfigOp>> operations = new HashMap<>();
        Map<ConfigResource, Config> now = admin.describeConfigs(AT_ONCE.keySet()).all().get();
        now.forEach((resource, config) -> {
            List<AlterConfigOp> each = new ArrayList<>();
            AT_ONCE.getOrDefault(resource, Map.of()).keySet().forEach(name -> {
                ConfigEntry entry = config.get(name);
                each.add(entry != null && OWN.contains(entry.source())
                        ? new AlterConfigOp(new ConfigEntry(name, entry.value()), OpType.SET)
                        : new AlterConfigOp(new ConfigEntry(name, null), OpType.DELETE));
            });
            operations.put(resource, each);
        });
        return operations;
    }
}
