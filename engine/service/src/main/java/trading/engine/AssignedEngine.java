package trading.engine;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;

/** An engine while tasks are given out: what it had, and what it gets. For one thread. */
final class AssignedEngine {

    private final KafkaStreamsState state;
    private final int share;
    private final long acceptableLag;
    private final Map<TaskId, Role> given = new HashMap<>();
    private int owned;

    /** What it does with a task. */
    enum Role {
        TRADES(AssignedTask.Type.ACTIVE),
        /** Makes itself a copy, in order to trade. */
        WARMS_UP(AssignedTask.Type.STANDBY),
        /** Keeps a copy, ready to take over. */
        STANDS_BY(AssignedTask.Type.STANDBY);

        private final AssignedTask.Type type;

        Role(AssignedTask.Type type) {
            this.type = type;
        }
    }

    /**
     * @param share tasks that it shall trade
     * @param acceptableLag records of a changelog that a copy may lack when it is traded from then on
     */
    AssignedEngine(KafkaStreamsState state, int share, long acceptableLag) {
        this.state = state;
        this.share = share;
        this.acceptableLag = acceptableLag;
    }

    int share() {
        return share;
    }

    /** What it traded until now. */
    Set<TaskId> traded() {
        return state.previousActiveTasks();
    }

    /** Records that it lacks; less than none of a task that it trades. */
    long lag(TaskId task) {
        return state.lagFor(task);
    }

    /** Whether it could trade a task at once: it does already, keeps a copy that lacks little, or there is nothing to copy. */
    boolean has(TaskId task) {
        return lag(task) <= (state.previousStandbyTasks().contains(task) ? acceptableLag : 0);
    }

    void owns() {
        owned++;
    }

    /** Tasks that its share still lacks. */
    int room() {
        return share - owned;
    }

    void give(TaskId task, Role role) {
        given.put(task, role);
    }

    /** Tasks with which it does this. */
    int count(Role role) {
        return (int) given.values().stream().filter(each -> each == role).count();
    }

    boolean isGiven(TaskId task) {
        return given.containsKey(task);
    }

    /** @param again when to look again, if it makes copies in order to trade */
    KafkaStreamsAssignment assignment(Instant again) {
        Set<AssignedTask> tasks = given.entrySet().stream()
                .map(entry -> new AssignedTask(entry.getKey(), entry.getValue().type)).collect(Collectors.toSet());
        KafkaStreamsAssignment assignment = KafkaStreamsAssignment.of(state.processId(), tasks);
        return count(Role.WARMS_UP) == 0 ? assignment : assignment.withFollowupRebalance(again);
    }
}
