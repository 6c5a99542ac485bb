package trading.gateway.pipeline;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import trading.gateway.market.PipelineState.Member;

/** Who shares a topic's partitions: the members of its consumer group, each process once. */
final class Members {

    /** What Kafka Streams and Spring add to a process's name for each of its threads. */
    private static final Pattern THREAD = Pattern.compile("-(StreamThread-\\d+-consumer|\\d+)$");

    private Members() {}

    /** The processes of a group, by name, with how many of the topic's partitions each has. */
    static List<Member> of(ConsumerGroupDescription group, String topic) {
        Map<String, Integer> partitions = new TreeMap<>();
        for (MemberDescription member : group.members()) {
            int assigned = (int) member.assignment().topicPartitions().stream()
                    .filter(partition -> partition.topic().equals(topic)).count();
            partitions.merge(process(member.clientId()) + "\n" + member.host(), assigned, Integer::sum);
        }
        return partitions.entrySet().stream()
                .map(each -> new Member(each.getKey().substring(0, each.getKey().indexOf('\n')), each.getValue()))
                .toList();
    }

    private static String process(String clientId) {
        return THREAD.matcher(clientId).replaceFirst("");
    }
}
