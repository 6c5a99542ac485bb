package trading.gateway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberAssignment;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import trading.gateway.market.PipelineState.Member;

class MembersTest {

    @Test
    void threadsOfAProcessAreOneMember() {
        assertThat(Members.of(group(member("engine-2-StreamThread-1-consumer", "/10.0.0.2", 8),
                member("engine-1-StreamThread-1-consumer", "/10.0.0.1", 20),
                member("engine-1-StreamThread-2-consumer", "/10.0.0.1", 20)), "orders"))
                .containsExactly(new Member("engine-1", 40), new Member("engine-2", 8));
    }

    @Test
    void processesOfOneNameOnSeveralHostsAreSeveral() {
        assertThat(Members.of(group(member("persister-0", "/10.0.0.1", 24), member("persister-0", "/10.0.0.2", 24)),
                "orders")).containsExactly(new Member("persister", 24), new Member("persister", 24));
    }

    @Test
    void onlyPartitionsOfTheTopicCount() {
        assertThat(Members.of(group(member("engine-1", "/10.0.0.1", 3)), "sales"))
                .containsExactly(new Member("engine", 0));
    }

    private static ConsumerGroupDescription group(MemberDescription... members) {
        return new ConsumerGroupDescription("engine", false, List.of(members), "stream", GroupType.CLASSIC,
                GroupState.STABLE, Node.noNode(), Set.of(), Optional.empty(), Optional.empty());
    }

    private static MemberDescription member(String clientId, String host, int partitions) {
        Set<TopicPartition> assigned = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition("orders", partition)).collect(Collectors.toSet());
        return new MemberDescription(clientId + "-1", Optional.empty(), Optional.empty(), clientId, host,
                new MemberAssignment(assigned),
                Optional.empty(), Optional.empty(), Optional.empty());
    }
}
