package trading.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicSettingsTest {

    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    @Test
    void topicsAsWeMakeThemAreRight() {
        Topics.all((short) 3, 2).forEach(topic -> assertThat(problems(topic.name(), 48, 3, topic.configs())).isEmpty());
        Topics.all((short) 1, 1).forEach(topic -> assertThat(problems(topic.name(), 48, 1, topic.configs())).isEmpty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            orders       | 3  | 1 | retention.ms=-1 | partitions of topic orders: 3 (expected: 48; another number would split a product between engines)
            orders       | 48 | 1 | message.timestamp.type=CreateTime | message.timestamp.type of topic orders: CreateTime (expected: LogAppendTime; orders age by the broker's clock, not by their sender's; kafka-configs --alter --entity-type topics --entity-name orders --add-config message.timestamp.type=LogAppendTime)
            orders       | 48 | 3 | min.insync.replicas=1 | min.insync.replicas of topic orders: 1 (expected: at least 2 of 3 replicas; with one, an acknowledged order dies with its broker; kafka-configs --alter --entity-type topics --entity-name orders --add-config min.insync.replicas=2)
            sales        | 48 | 2 | min.insync.replicas=3 | min.insync.replicas of topic sales: 3 (expected: at most the 2 replicas; nothing is acknowledged otherwise; kafka-configs --alter --entity-type topics --entity-name sales --add-config min.insync.replicas=2)
            results      | 48 | 1 | retention.ms=599999 | retention.ms of topic results: 599999 (expected: at least 600000; what a restart still needs would be gone; kafka-configs --alter --entity-type topics --entity-name results --add-config retention.ms=600000)
            sales        | 48 | 1 | cleanup.policy=compact | cleanup.policy of topic sales: compact (expected: delete; compaction keeps one record of a key and loses the others; kafka-configs --alter --entity-type topics --entity-name sales --add-config cleanup.policy=delete)
            orders       | 48 | 1 | unclean.leader.election.enable=true | unclean.leader.election.enable of topic orders: true (expected: false; a replica that is behind would lose what was acknowledged; kafka-configs --alter --entity-type topics --entity-name orders --add-config unclean.leader.election.enable=false)
            sales        | 48 | 1 | retention.bytes=1000000000 | retention.bytes of topic sales: 1000000000 (expected: -1; past it, what nobody has traded or written yet would be gone; kafka-configs --alter --entity-type topics --entity-name sales --add-config retention.bytes=-1)
            dead-letters | 48 | 1 | max.message.bytes=1048588 | max.message.bytes of topic dead-letters: 1048588 (expected: at least 2097152; a larger poison record would stop its partition; kafka-configs --alter --entity-type topics --entity-name dead-letters --add-config max.message.bytes=2097152)
            results      | 48 | 1 | max.message.bytes=250000 | max.message.bytes of topic results: 250000 (expected: at least 525312; a larger batch would stop its partition; kafka-configs --alter --entity-type topics --entity-name results --add-config max.message.bytes=525312)
            sales        | 48 | 1 | max.message.bytes=525311 | max.message.bytes of topic sales: 525311 (expected: at least 525312; a larger batch would stop its partition; kafka-configs --alter --entity-type topics --entity-name sales --add-config max.message.bytes=525312)
            """)
    void whatIsWrongIsToldWithWhatToDo(String topic, int partitions, int replicas, String setting, String message) {
        String[] nameAndValue = setting.split("=", -1);
        assertThat(problems(topic, partitions, replicas, Map.of(nameAndValue[0], nameAndValue[1])))
                .containsExactly(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            orders  | 1 | min.insync.replicas=1
            orders  | 3 | min.insync.replicas=3
            sales   | 1 | message.timestamp.type=CreateTime
            results | 1 | retention.ms=600000
            results | 1 | retention.ms=-1
            results | 1 | retention.bytes=1000000000
            sales   | 1 | max.message.bytes=1048588
            orders  | 1 | max.message.bytes=250000
            """)
    void whatDoesNotMatterHereIsAllowed(String topic, int replicas, String setting) {
        String[] nameAndValue = setting.split("=", -1);
        assertThat(problems(topic, 48, replicas, Map.of(nameAndValue[0], nameAndValue[1]))).isEmpty();
    }

    private static List<String> problems(String topic, int partitions, int replicas, Map<String, String> config) {
        StartupChecks checks = new StartupChecks();
        new TopicSettings(topic, partitions, replicas, config::get).check(checks, TEN_MINUTES);
        return checks.problems();
    }
}
