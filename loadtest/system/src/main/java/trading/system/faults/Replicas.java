package trading.system.faults;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;

/** Which partitions, of all topics, are where they should be, as Kafka's controllers know it. For one thread. */
final class Replicas implements AutoCloseable {

    private static final int LIMIT_SECONDS = 10;

    private final Admin admin;

    private Replicas(Admin admin) {
        this.admin = admin;
    }

    /** @param kafka bootstrap servers */
    static Replicas of(String kafka) {
        return new Replicas(Admin.create(Map.of("bootstrap.servers", kafka, "request.timeout.ms", 2_000,
                "default.api.timeout.ms", 5_000, "reconnect.backoff.max.ms", 500)));
    }

    /** Whether every broker that should have a partition has what the others have of it. */
    boolean areWhole() throws InterruptedException {
        return tooFew() == 0;
    }

    /** Partitions that fewer brokers have than should, in full; all, as long as Kafka does not answer. */
    long tooFew() throws InterruptedException {
        List<TopicPartitionInfo> partitions = all();
        return partitions.isEmpty()
                ? Long.MAX_VALUE
                : partitions.stream().filter(partition -> partition.isr().size() < partition.replicas().size()).count();
    }

    /** How many there are; 0 when Kafka does not answer. */
    long partitions() throws InterruptedException {
        return all().size();
    }

    private List<TopicPartitionInfo> all() throws InterruptedException {
        try {
            Collection<String> topics = admin.listTopics(new ListTopicsOptions().listInternal(true)).names()
                    .get(LIMIT_SECONDS, TimeUnit.SECONDS);
            return admin.describeTopics(topics).allTopicNames().get(LIMIT_SECONDS, TimeUnit.SECONDS).values().stream()
                    .map(TopicDescription::partitions).flatMap(List::stream).toList();
        } catch (ExecutionException | TimeoutException e) {
            return List.of();
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
