package trading.wire;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/** The topics that a service needs before it can start. */
public final class RequiredTopics {

    private RequiredTopics() {}

    /**
     * Waits until the topics can be seen, and checks that they are as {@link Topics#all} makes them where that matters.
     * Blocks the calling thread.
     *
     * @param kafka configuration of an {@link Admin} client
     * @param timeout how long to wait
     * @param leastRetention for how long the topics must keep records at least
     * @throws IllegalStateException when they cannot be seen in time, or are not as they must be; the message says what to
     *     do
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public static void await(Map<String, Object> kafka, Duration timeout, Duration leastRetention, String... topics)
            throws InterruptedException {
        StartupChecks checks = new StartupChecks();
        for (TopicSettings topic : settings(kafka, timeout, topics)) {
            topic.check(checks, leastRetention);
        }
        checks.end();
    }

    /** As the other, for a service that reads no record again that it has done with. */
    public static void await(Map<String, Object> kafka, Duration timeout, String... topics)
            throws InterruptedException {
        await(kafka, timeout, Duration.ZERO, topics);
    }

    /**
     * How a topic is replicated. Waits until it can be seen, and blocks the calling thread.
     *
     * @throws IllegalStateException when it cannot be seen in time
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public static Replication replication(Map<String, Object> kafka, Duration timeout, String topic)
            throws InterruptedException {
        return settings(kafka, timeout, topic).getFirst().replication();
    }

    /**
     * How a topic is replicated that need not be there. Blocks the calling thread.
     *
     * @return empty if it is not there
     * @throws IllegalStateException when Kafka does not answer in time
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public static Optional<Replication> replicationIfThere(Map<String, Object> kafka, Duration timeout, String topic)
            throws InterruptedException {
        return answer(kafka, timeout, List.of(topic), admin -> {
            Set<String> existing = admin
                    .listTopics(new ListTopicsOptions().timeoutMs(PatientAdmin.REQUEST_TIMEOUT_MILLIS)).names()
                    .get();
            return existing.contains(topic)
                    ? Optional.of(settings(admin, List.of(topic)).getFirst().replication())
                    : Optional.empty();
        });
    }

    private static List<TopicSettings> settings(Map<String, Object> kafka, Duration timeout, String... topics)
            throws InterruptedException {
        return answer(kafka, timeout, List.of(topics), admin -> settings(admin, List.of(topics)));
    }

    private static <T> T answer(Map<String, Object> kafka, Duration timeout, List<String> topics,
            PatientAdmin.Question<T> question) throws InterruptedException {
        String what = "topics " + String.join(", ", topics);
        try {
            return PatientAdmin.answer(kafka, timeout, RetriableException.class::isInstance, what, question);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            String why = cause == null || PatientAdmin.mayPass(cause, RetriableException.class::isInstance)
                    ? "not seen within " + timeout.toSeconds() + " s"
                    : String.valueOf(cause.getMessage());
            throw new IllegalStateException(what + ": " + why + " (expected: Kafka at " + PatientAdmin.brokers(kafka)
                    + ", with its topics created, which this service may use)", e);
        }
    }

    private static List<TopicSettings> settings(Admin admin, Collection<String> topics)
            throws ExecutionException, InterruptedException {
        Map<String, TopicDescription> descriptions = descriptions(admin, topics);
        Map<String, ConfigResource> resources = topics.stream().collect(
                Collectors.toMap(Function.identity(), topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic)));
        Map<ConfigResource, Config> configs = admin.describeConfigs(resources.values(),
                new DescribeConfigsOptions().timeoutMs(PatientAdmin.REQUEST_TIMEOUT_MILLIS)).all().get();
        return topics.stream().map(topic -> settings(descriptions.get(topic), configs.get(resources.get(topic))))
                .toList();
    }

    private static Map<String, TopicDescription> descriptions(Admin admin, Collection<String> topics)
            throws ExecutionException, InterruptedException {
        return admin.describeTopics(topics, new DescribeTopicsOptions().timeoutMs(PatientAdmin.REQUEST_TIMEOUT_MILLIS))
                .allTopicNames().get();
    }

    private static int replicas(TopicDescription topic) {
        return topic.partitions().stream().mapToInt(partition -> partition.replicas().size()).min().orElse(0);
    }

    private static TopicSettings settings(@Nullable TopicDescription topic, @Nullable Config config) {
        if (topic == null || config == null) {
            throw new IllegalStateException("Kafka did not describe a topic that it was asked for");
        }
        return new TopicSettings(topic.name(), topic.partitions().size(), replicas(topic), name -> {
            ConfigEntry entry = config.get(name);
            return entry == null ? null : entry.value();
        });
    }
}
