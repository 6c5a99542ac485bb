package trading.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils;
import org.apache.kafka.streams.processor.assignment.TaskAssignor;
import org.apache.kafka.streams.processor.assignment.TaskInfo;
import org.apache.kafka.streams.processor.assignment.TaskTopicPartition;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class FewestMovesTest {

    private static final Logger log = LoggerFactory.getLogger(FewestMovesTest.class);
    private static final long SEED = Long.getLong("trading.seed", System.nanoTime() % 1_000_000);
    private static final int TASKS = 48;
    private static final long ACCEPTABLE = 10_000;
    private static final long OWN = -2;

    /** Records that each market has. */
    private long size = 100;
    private final Map<String, Engine> engines = new TreeMap<>();
    private List<String> followUps = List.of();
    private boolean hasLags = true;

    @BeforeEach
    void alone() {
        join("a");
        rebalance();
    }

    @ParameterizedTest
    @CsvSource({"2, 24", "3, 16", "4, 12", "5, 10"})
    void aNewEngineTakesItsShareAndNothingElseMoves(int engine, int share) {
        for (int i = 1; i < engine; i++) {
            Map<TaskId, String> before = owners();
            String name = "abcde".substring(i, i + 1);
            join(name);
            rebalance();
            assertThat(owners()).as("nothing moves before it is copied").isEqualTo(before);
            assertThat(followUps).containsExactly(name);
            rebalance();
            assertThat(followUps).isEmpty();
            Map<TaskId, String> after = owners();
            assertThat(after.entrySet().stream().filter(owner -> !owner.getValue().equals(before.get(owner.getKey()))))
                    .allMatch(moved -> moved.getValue().equals(name)).hasSize(TASKS / (i + 1));
            assertBalanced();
        }
        assertThat(engine("abcde".substring(engine - 1, engine)).active).hasSizeBetween(share - 1, share);
    }

    @Test
    void whatAnEngineLeavesGoesToWhoHasItsCopies() {
        join("b");
        join("c");
        settle();
        Engine gone = engine("c");
        Map<TaskId, String> before = owners();
        Map<String, Set<TaskId>> copies = copies();
        engines.remove("c");
        // Large enough that nobody takes over what it has no copy of.
        size = 1_000_000;
        rebalance();
        Map<TaskId, String> after = owners();
        assertThat(after).hasSize(TASKS);
        gone.active.forEach(task -> assertThat(copies.get(after.get(task))).contains(task));
        before.forEach(
                (task, owner) -> assertThat(after.get(task)).isEqualTo(owner.equals("c") ? after.get(task) : owner));
    }

    @Test
    void aLargeMarketMovesWhenItIsCopied() {
        size = 1_000_000;
        Map<TaskId, String> before = owners();
        join("b");
        rebalance();
        assertThat(owners()).as("nothing stands still").isEqualTo(before);
        assertThat(engine("b").copies).hasSize(TASKS);
        assertThat(followUps).containsExactly("b");
        engine("b").lags.replaceAll((task, lag) -> ACCEPTABLE);
        rebalance();
        assertBalanced();
        assertThat(followUps).isEmpty();
    }

    @Test
    void whatNobodyHasIsTradedAllTheSame() {
        size = 1_000_000;
        engines.remove("a");
        join("b");
        join("c");
        rebalance();
        assertThat(owners()).hasSize(TASKS);
        assertBalanced();
    }

    @Test
    void everyPartitionIsTradedThoughKafkaDoesNotTellWhatIsLacking() {
        hasLags = false;
        join("b");
        rebalance();
        assertThat(owners()).hasSize(TASKS).containsValues("a", "b");
    }

    @Test
    void whatTwoBelieveToTradeIsTradedByOne() {
        join("b");
        settle();
        join("c");
        engine("b").active.addAll(engine("a").active);
        engine("c").active.addAll(engine("a").active);
        settle();
        assertBalanced();
    }

    @Test
    void anyComingsAndGoingsEndInEqualShares() {
        log.info("seed {} (-Dtrading.seed)", SEED);
        Random random = new Random(SEED);
        for (int i = 0; i < 300; i++) {
            String name = Character.toString('a' + random.nextInt(8));
            size = random.nextInt(3) == 0 ? 1_000_000 : 100;
            if (engines.size() > 1 && engines.containsKey(name)) {
                engines.remove(name);
            } else if (!engines.containsKey(name)) {
                join(name);
            }
            settle();
            assertBalanced();
            if (engines.size() > 1) {
                assertThat(copies().values().stream().mapToInt(Set::size).sum()).isEqualTo(TASKS);
                assertThat(copies().values()).as("seed %d, step %d: copies", SEED, i).allMatch(
                        copies -> copies.size() <= 2 * TASKS / engines.size() + 2);
            }
        }
    }

    private Engine engine(String name) {
        return Objects.requireNonNull(engines.get(name));
    }

    private static Stream<TaskId> tasks() {
        return IntStream.range(0, TASKS).mapToObj(partition -> new TaskId(0, partition));
    }

    private void join(String name) {
        engines.put(name, new Engine(new ProcessId(new UUID(0, name.charAt(0)))));
    }

    private Map<TaskId, String> owners() {
        Map<TaskId, String> owners = new HashMap<>();
        engines.forEach((name, engine) -> engine.active
                .forEach(task -> assertThat(owners.put(task, name)).as("%s: traded twice", task).isNull()));
        return owners;
    }

    private Map<String, Set<TaskId>> copies() {
        return engines.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> new TreeSet<>(entry.getValue().copies)));
    }

    private void assertBalanced() {
        assertThat(owners()).as("seed %d", SEED).hasSize(TASKS);
        assertThat(engines.values()).as("seed %d", SEED).allMatch(
                engine -> Math.abs(engine.active.size() - (double) TASKS / engines.size()) < 1);
    }

    /** Gives everything out anew until no copy is awaited any more. */
    private void settle() {
        rebalance();
        for (int again = 0; !followUps.isEmpty(); again++) {
            assertThat(again).as("seed %d: follow-ups", SEED).isLessThan(10);
            engines.values().forEach(engine -> engine.lags.replaceAll((task, lag) -> Math.min(lag, 0)));
            rebalance();
        }
    }

    /** Gives everything out anew, and lets every copy of a small market catch up. */
    private void rebalance() {
        Application application = new Application();
        TaskAssignor.TaskAssignment assignment = new FewestMoves().assign(application);
        assertThat(TaskAssignmentUtils.validateTaskAssignment(application, assignment))
                .isEqualTo(TaskAssignor.AssignmentError.NONE);
        List<String> again = new ArrayList<>();
        for (KafkaStreamsAssignment assigned : assignment.assignment()) {
            Map.Entry<String, Engine> entry = engines.entrySet().stream()
                    .filter(some -> some.getValue().id.equals(assigned.processId())).findFirst().orElseThrow();
            entry.getValue().take(assigned);
            assigned.followupRebalanceDeadline().ifPresent(at -> again.add(entry.getKey()));
        }
        followUps = again;
    }

    private final class Engine implements KafkaStreamsState {

        private final ProcessId id;
        private final SortedSet<TaskId> active = new TreeSet<>();
        private final SortedSet<TaskId> copies = new TreeSet<>();
        private final Map<TaskId, Long> lags = new HashMap<>();

        private Engine(ProcessId id) {
            this.id = id;
        }

        private void take(KafkaStreamsAssignment assigned) {
            active.clear();
            copies.clear();
            assigned.tasks().forEach((task, type) -> {
                (type.type() == AssignedTask.Type.ACTIVE ? active : copies).add(task);
                lags.merge(task, size, (before, whole) -> before);
            });
            lags.keySet().retainAll(assigned.tasks().keySet());
            active.forEach(task -> lags.put(task, OWN));
            copies.forEach(task -> lags.compute(task, (_, lag) -> size <= ACCEPTABLE || lag == null || lag == OWN
                    ? Long.valueOf(0)
                    : lag));
        }

        @Override
        public ProcessId processId() {
            return id;
        }

        @Override
        public int numProcessingThreads() {
            return 1;
        }

        @Override
        public SortedSet<String> consumerClientIds() {
            return Collections.emptySortedSet();
        }

        @Override
        public SortedSet<TaskId> previousActiveTasks() {
            return active;
        }

        @Override
        public SortedSet<TaskId> previousStandbyTasks() {
            return copies;
        }

        @Override
        public long lagFor(TaskId task) {
            return lags.getOrDefault(task, size);
        }

        @Override
        public SortedSet<TaskId> prevTasksByLag(String consumerClientId) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<TaskId, Long> statefulTasksToLagSums() {
            return hasLags
                    ? tasks().collect(Collectors.toMap(task -> task, this::lagFor))
                    : Map.of();
        }

        @Override
        public Optional<HostInfo> hostInfo() {
            return Optional.empty();
        }

        @Override
        public Map<String, String> clientTags() {
            return Map.of();
        }

        @Override
        public Optional<String> rackId() {
            return Optional.empty();
        }
    }

    private final class Application implements ApplicationState {

        @Override
        public Map<ProcessId, KafkaStreamsState> kafkaStreamsStates(boolean computeTaskLags) {
            return engines.values().stream().collect(Collectors.toMap(Engine::processId, engine -> engine));
        }

        @Override
        public AssignmentConfigs assignmentConfigs() {
            return new AssignmentConfigs(ACCEPTABLE, TASKS, 1, 60_000L, List.of());
        }

        @Override
        public Map<TaskId, TaskInfo> allTasks() {
            return tasks().collect(Collectors.toMap(task -> task, Stateful::new));
        }
    }

    private record Stateful(TaskId id) implements TaskInfo {

        @Override
        public boolean isStateful() {
            return true;
        }

        @Override
        public Set<String> stateStoreNames() {
            return Set.of("market");
        }

        @Override
        public Set<TaskTopicPartition> topicPartitions() {
            return Set.of();
        }
    }
}
