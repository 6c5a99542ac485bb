package trading.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import trading.wire.Replication;

class ChangelogTest {

    private static final String MIN_IN_SYNC_REPLICAS = "topic.min.insync.replicas";

    @ParameterizedTest
    @CsvSource({"1, 1", "3, 2", "3, 3"})
    void itIsMadeAsTheOrdersAre(int factor, int minInsyncReplicas) {
        Properties streams = replicated(Map.of(), replication(factor, minInsyncReplicas, false));

        assertThat(streams).containsEntry(StreamsConfig.REPLICATION_FACTOR_CONFIG, factor)
                .containsEntry(MIN_IN_SYNC_REPLICAS, minInsyncReplicas);
    }

    @Test
    void whatIsSaidStays() {
        assertThat(replicated(Map.of(StreamsConfig.REPLICATION_FACTOR_CONFIG, "5", MIN_IN_SYNC_REPLICAS, "4"),
                replication(3, 2, false))).containsEntry(StreamsConfig.REPLICATION_FACTOR_CONFIG, "5")
                .containsEntry(MIN_IN_SYNC_REPLICAS, "4");
        assertThat(replicated(Map.of(StreamsConfig.REPLICATION_FACTOR_CONFIG, "1"), replication(3, 2, false)))
                .as("more than there are would acknowledge nothing").doesNotContainKey(MIN_IN_SYNC_REPLICAS);
        assertThat(replicated(Map.of(StreamsConfig.REPLICATION_FACTOR_CONFIG, "-1"), replication(3, 2, false)))
                .as("the broker's default").doesNotContainKey(MIN_IN_SYNC_REPLICAS);
    }

    @ParameterizedTest
    @CsvSource({"3, 3", "4, 3", "1, 1", "1, -1"})
    void oneThatIsKeptInEnoughBrokersIsRight(int replicas, int factor) {
        assertThat(problems(replication(factor, 1, false), replication(replicas, 1, false))).isEmpty();
    }

    @Test
    void oneThatIsNotThereYetIsMadeRight() {
        assertThat(Changelog.check(replicated(Map.of(), replication(3, 2, false)), Optional.empty()).problems())
                .isEmpty();
    }

    @Test
    void oneThatAcknowledgesWithFewerBrokersIsToldWithWhatToDo() {
        assertThat(problems(replication(3, 2, false), replication(3, 2, false))).isEmpty();
        assertThat(problems(replication(3, 2, false), replication(3, 1, false))).containsExactly(
                "min.insync.replicas of topic engine-market-changelog: 1 (expected: at least 2, as topic orders has or"
                        + " spring.kafka.streams.properties.topic.min.insync.replicas says; open orders and trade ids would"
                        + " die with fewer brokers than orders do; kafka-configs --alter --entity-type topics --entity-name"
                        + " engine-market-changelog --add-config min.insync.replicas=2)");
    }

    @Test
    void oneThatMayLoseWhatWasAcknowledgedIsToldWithWhatToDo() {
        assertThat(problems(replication(3, 2, false), replication(3, 2, true))).containsExactly(
                "unclean.leader.election.enable of topic engine-market-changelog: true (expected: false; a replica that is"
                        + " behind would lose what was acknowledged; kafka-configs --alter --entity-type topics --entity-name"
                        + " engine-market-changelog --add-config unclean.leader.election.enable=false)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "compact,delete"})
    void oneOfWhichWhatIsOldIsDeletedIsToldWithWhatToDo(String policy) {
        assertThat(problems(replication(3, 2, false), new Replication(3, 2, false, policy))).containsExactly(
                "cleanup.policy of topic engine-market-changelog: " + policy
                        + " (expected: compact; orders that are open for"
                        + " long would be deleted, and trade ids of products that nobody sold for long would begin anew;"
                        + " kafka-configs --alter --entity-type topics --entity-name engine-market-changelog --add-config"
                        + " cleanup.policy=compact)");
    }

    @Test
    void oneThatIsKeptInFewerBrokersIsToldWithWhatToDo() {
        assertThat(problems(replication(3, 1, false), replication(1, 1, false)))
                .containsExactly("replicas of topic engine-market-changelog: 1 (expected: at least 3,"
                        + " as topic orders has or spring.kafka.streams.replication-factor says; open orders and trade ids would die"
                        + " with fewer brokers than orders do; add replicas with kafka-reassign-partitions, or go on as it is with"
                        + " spring.kafka.streams.replication-factor=1)");
    }

    private static Properties replicated(Map<String, String> said, Replication orders) {
        Properties streams = new Properties();
        streams.putAll(said);
        Changelog.replicate(streams, orders);
        return streams;
    }

    private static Replication replication(int factor, int minInsyncReplicas, boolean electsUnclean) {
        return new Replication(factor, minInsyncReplicas, electsUnclean, "compact");
    }

    private static List<String> problems(Replication orders, Replication there) {
        return Changelog.check(replicated(Map.of(), orders), Optional.of(there)).problems();
    }
}
