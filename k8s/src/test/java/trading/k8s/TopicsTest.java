package trading.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.server.config.AbstractKafkaConfig;
import org.junit.jupiter.api.Test;
import trading.wire.Topics;

class TopicsTest {

    private static final short REPLICAS = 3;
    private static final int MIN_INSYNC_REPLICAS = 2;
    private static final BigDecimal EXACT = BigDecimal.valueOf(1L << 53);

    @Test
    void strimziMakesTheTopicsThatTheServicesNeed() {
        assertThat(Manifests.all(KafkaTopic.class).stream().map(TopicsTest::asNewTopic))
                .containsExactlyInAnyOrderElementsOf(Topics.all(REPLICAS, MIN_INSYNC_REPLICAS));
    }

    /** kubectl patches custom resources by way of a double. */
    @Test
    void noNumberIsRoundedByAPatch() {
        assertThat(Manifests.all(KafkaTopic.class)).flatExtracting(topic -> topic.getSpec().getConfig().values())
                .filteredOn(Number.class::isInstance).isNotEmpty()
                .allMatch(value -> new BigDecimal(value.toString()).abs().compareTo(EXACT) <= 0);
    }

    @Test
    void everyTopicBelongsToTheCluster() {
        String cluster = Manifests.all(Kafka.class).getFirst().getMetadata().getName();
        assertThat(Manifests.all(KafkaTopic.class))
                .allMatch(topic -> cluster.equals(topic.getMetadata().getLabels().get("strimzi.io/cluster")));
    }

    /** A policy that Strimzi makes for a listener without peers would undo those of the namespace. */
    @Test
    void strimziAdmitsNamedClientsOnly() {
        assertThat(Manifests.all(Kafka.class).getFirst().getSpec().getKafka().getListeners()).isNotEmpty()
                .allSatisfy(listener -> assertThat(listener.getNetworkPolicyPeers()).isNotEmpty());
    }

    @Test
    void strimzisBrokersKnowTheirSettings() {
        assertThat(brokerSettings()).containsAll(
                Manifests.all(Kafka.class).getFirst().getSpec().getKafka().getConfig().keySet());
    }

    /** apache/kafka makes {@code a.b} of {@code KAFKA_A_B}. */
    @Test
    void theSingleBrokerKnowsItsSettings() {
        Set<String> jvm = Set.of("KAFKA_HEAP_OPTS");
        List<String> settings = Workload.all().stream().filter(workload -> workload.name().equals("kafka"))
                .flatMap(workload -> workload.environment().stream()).filter(name -> !jvm.contains(name)).toList();
        assertThat(settings).isNotEmpty().allSatisfy(name -> assertThat(name).startsWith("KAFKA_"));
        assertThat(brokerSettings()).containsAll(settings.stream().map(
                name -> name.substring("KAFKA_".length()).toLowerCase(java.util.Locale.ROOT).replace('_', '.'))
                .collect(Collectors.toSet()));
    }

    private static Set<String> brokerSettings() {
        return new HashSet<>(AbstractKafkaConfig.CONFIG_DEF.names());
    }

    private static NewTopic asNewTopic(KafkaTopic topic) {
        Map<String, String> configs = topic.getSpec().getConfig().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().toString()));
        return new NewTopic(topic.getMetadata().getName(), topic.getSpec().getPartitions(),
                topic.getSpec().getReplicas().shortValue()).configs(configs);
    }
}
