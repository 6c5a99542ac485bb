package trading.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.TaskAssignor;
import org.apache.kafka.streams.processor.assignment.assignors.StickyTaskAssignor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trading.engine.AssignedEngine.Role;

/**
 * Decides which engine trades which partitions, and which keep copies: equal shares, by as few moves as can be, since each
 * stops a partition for a moment.
 *
 * <p>An engine keeps what it trades up to its share. What it has too much, and what nobody trades any more, goes to engines
 * that have less than theirs, first to those that have the market already. Where the new owner lacks the market, however small,
 * whoever has it goes on trading, or takes it over if its owner has gone, while the new one makes itself a copy; soon
 * afterwards everything is looked at again. So nobody waits for an engine that has just started to read a market. Kafka Streams' own assignor deals all partitions out anew instead, so that some of those
 * change places between engines that both stay.
 *
 * <p>Kafka Streams makes an instance, and calls it on the engine that leads the group.
 */
public final class FewestMoves implements TaskAssignor {

    private static final Logger log = LoggerFactory.getLogger(FewestMoves.class);

    /** How long copies are given until it is looked whether they are good enough, in milliseconds. */
    static final String WARM_UP_INTERVAL_MS = "trading.engine.warm-up-interval-ms";

    private Map<String, ?> configs = Map.of();
    private Duration warmUpInterval = Duration.ZERO;

    @Override
    public void configure(Map<String, ?> configs) {
        this.configs = configs;
        if (configs.get(WARM_UP_INTERVAL_MS) instanceof Number millis) {
            warmUpInterval = Duration.ofMillis(millis.longValue());
        }
    }

    @Override
    public TaskAssignment assign(ApplicationState application) {
        Collection<KafkaStreamsState> states = application.kafkaStreamsStates(true).values();
        Set<TaskId> tasks = application.allTasks().keySet();
        if (states.stream().allMatch(state -> state.statefulTasksToLagSums().keySet().containsAll(tasks))) {
            return assign(states, tasks, application.assignmentConfigs());
        }
        log.warn(
                "Kafka does not tell how long the changelogs are: partitions may move to engines that lack their markets");
        StickyTaskAssignor withoutLags = new StickyTaskAssignor();
        withoutLags.configure(configs);
        return withoutLags.assign(application);
    }

    private TaskAssignment assign(Collection<KafkaStreamsState> states, Set<TaskId> tasks, AssignmentConfigs configs) {
        List<AssignedEngine> engines = engines(states, tasks.size(), configs.acceptableRecoveryLag());
        Map<TaskId, AssignedEngine> owners = owners(new TreeSet<>(tasks), engines);
        owners.forEach((task, owner) -> place(task, owner, engines));
        for (int copy = 1; copy <= configs.numStandbyReplicas() && copy < engines.size(); copy++) {
            copy(owners.keySet(), engines, copy);
        }
        Instant again = Instant.now().plus(warmUpInterval);
        return new TaskAssignment(engines.stream().map(engine -> engine.assignment(again)).toList());
    }

    /** With their shares: as equal as can be, by their threads; where some must have one more, those that have more already. */
    private static List<AssignedEngine> engines(Collection<KafkaStreamsState> states, int tasks, long acceptableLag) {
        int threads = states.stream().mapToInt(KafkaStreamsState::numProcessingThreads).sum();
        int left = tasks - states.stream().mapToInt(state -> share(tasks, state, threads)).sum();
        List<AssignedEngine> engines = new ArrayList<>();
        for (KafkaStreamsState state : states.stream()
                .sorted(Comparator.<KafkaStreamsState>comparingInt(some -> -some.previousActiveTasks().size())
                        .thenComparing(KafkaStreamsState::processId))
                .toList()) {
            engines.add(new AssignedEngine(state, share(tasks, state, threads) + (left > 0 ? 1 : 0), acceptableLag));
            left--;
        }
        return engines;
    }

    private static int share(int tasks, KafkaStreamsState state, int threads) {
        return tasks * state.numProcessingThreads() / threads;
    }

    /** Who shall trade each task in the end. */
    private static Map<TaskId, AssignedEngine> owners(Set<TaskId> tasks, List<AssignedEngine> engines) {
        Map<TaskId, AssignedEngine> owners = new TreeMap<>();
        for (AssignedEngine engine : engines) {
            List<AssignedEngine> takers = engines.stream()
                    .filter(other -> other != engine && other.traded().size() < other.share()).toList();
            // Last is what is given away: what another one has. An engine that was away may believe that it trades what is another's.
            engine.traded().stream().filter(task -> tasks.contains(task) && !owners.containsKey(task))
                    .sorted(Comparator.comparing(task -> takers.stream().anyMatch(taker -> taker.has(task))))
                    .limit(engine.share()).forEach(task -> give(task, engine, owners));
        }
        give(tasks, engines, owners, true);
        give(tasks, engines, owners, false);
        return owners;
    }

    private static void give(Set<TaskId> tasks, List<AssignedEngine> engines,
            Map<TaskId, AssignedEngine> owners, boolean onlyToWhoHasIt) {
        for (TaskId task : tasks) {
            if (!owners.containsKey(task)) {
                engines.stream().filter(engine -> engine.room() > 0 && (!onlyToWhoHasIt || engine.has(task)))
                        .max(Comparator.comparingInt(AssignedEngine::room))
                        .ifPresent(engine -> give(task, engine, owners));
            }
        }
    }

    private static void give(TaskId task, AssignedEngine engine, Map<TaskId, AssignedEngine> owners) {
        engine.owns();
        owners.put(task, engine);
    }

    /** Who trades a task now: its owner, or whoever has it while its owner has not. */
    private static void place(TaskId task, AssignedEngine owner, List<AssignedEngine> engines) {
        AssignedEngine now = owner.has(task)
                ? owner
                : engines.stream()
                        .min(Comparator.<AssignedEngine>comparingLong(engine -> engine.lag(task))
                                .thenComparing(engine -> engine != owner)
                                .thenComparingInt(engine -> engine.count(Role.TRADES)))
                        .orElse(owner);
        now.give(task, Role.TRADES);
        if (now != owner) {
            owner.give(task, Role.WARMS_UP);
        }
    }

    /** One more copy of each task, first where there is one already, as evenly as can be. */
    private static void copy(Set<TaskId> tasks, List<AssignedEngine> engines, int copies) {
        int share = (copies * tasks.size() + engines.size() - 1) / engines.size();
        Set<TaskId> missing = new TreeSet<>();
        for (TaskId task : tasks) {
            fewestCopies(engines, engine -> !engine.isGiven(task) && engine.has(task)
                    && engine.count(Role.STANDS_BY) < share).ifPresentOrElse(
                            engine -> engine.give(task, Role.STANDS_BY), () -> missing.add(task));
        }
        for (TaskId task : missing) {
            fewestCopies(engines, engine -> !engine.isGiven(task))
                    .ifPresent(engine -> engine.give(task, Role.STANDS_BY));
        }
    }

    private static Optional<AssignedEngine> fewestCopies(List<AssignedEngine> engines,
            Predicate<AssignedEngine> which) {
        return engines.stream().filter(which)
                .min(Comparator.comparingInt(engine -> engine.count(Role.STANDS_BY)));
    }
}
