package trading.wire;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;

/** Creates the topics that a cluster does not have yet: a step of its own, before any service starts. */
public final class MissingTopics {

    private static final int CREATE_TIMEOUT_MILLIS = 30_000;

    private MissingTopics() {}

    /**
     * Creates what is missing of {@link Topics#all}, and leaves alone what is there: {@link RequiredTopics} judges that when
     * a service starts. Running it again, or twice at once, changes nothing. Blocks the calling thread.
     *
     * @param kafka configuration of an {@link Admin} client
     * @param timeout how long to wait for a Kafka that does not answer yet, or has too few brokers yet
     * @return the names of the topics that it created
     * @throws IllegalStateException when Kafka refuses, or does not answer in time
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public static List<String> create(Map<String, Object> kafka, short replicationFactor, int minInsyncReplicas,
            Duration timeout) throws InterruptedException {
        try {
            return PatientAdmin.answer(kafka, timeout, MissingTopics::mayPass, "Kafka",
                    admin -> createOnce(admin, replicationFactor, minInsyncReplicas));
        } catch (ExecutionException e) {
            throw new IllegalStateException("no topics within " + timeout.toSeconds()
                    + " s (expected: Kafka at " + PatientAdmin.brokers(kafka) + ", with at least " + replicationFactor
                    + " brokers): " + e.getMessage(), e);
        }
    }

    private static List<String> createOnce(Admin admin, short replicationFactor, int minInsyncReplicas)
            throws ExecutionException, InterruptedException {
        Set<String> existing = admin.listTopics(new ListTopicsOptions().timeoutMs(PatientAdmin.REQUEST_TIMEOUT_MILLIS))
                .names()
                .get();
        List<NewTopic> missing = Topics.all(replicationFactor, minInsyncReplicas).stream()
                .filter(topic -> !existing.contains(topic.name())).toList();
        CreateTopicsResult result = admin.createTopics(missing,
                new CreateTopicsOptions().timeoutMs(CREATE_TIMEOUT_MILLIS));
        for (var created : result.values().values()) {
            try {
                created.get();
            } catch (ExecutionException e) {
                // Another one was faster.
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
        return missing.stream().map(NewTopic::name).toList();
    }

    /** Brokers may still be on their way. */
    private static boolean mayPass(Throwable cause) {
        return cause instanceof RetriableException
                || cause instanceof InvalidReplicationFactorException;
    }
}
