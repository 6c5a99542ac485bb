package trading.system.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import trading.local.Stack;
import trading.local.StackFile.StackProcess;
import trading.system.links.Links;
import trading.system.load.LoadFigures;
import trading.system.watch.Logs;
import trading.system.watch.Services;
import trading.system.watch.Watch;

/** What faults act on, and what they leave for those who look at the consequences. For one thread. */
final class Scene {

    private static final Duration POLL = Duration.ofMillis(20);

    private final Stack stack;
    private final Links links;
    private final Watch watch;
    private final Services services;
    private final Logs logs;
    private final LoadFigures load;
    private final SplittableRandom random;
    private List<Integer> partitionsOfKilled = List.of();
    private long killedAtMillis;
    private long databaseUnreadable;
    private long deletionsMissed;
    private long partitionsCopied;
    private final List<String> stepsInVain = new ArrayList<>();

    /** What may come true. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws InterruptedException;
    }

    Scene(Stack stack, Links links, Watch watch, Services services, Logs logs, LoadFigures load,
            SplittableRandom random) {
        this.stack = stack;
        this.links = links;
        this.watch = watch;
        this.services = services;
        this.logs = logs;
        this.load = load;
        this.random = random;
    }

    Stack stack() {
        return stack;
    }

    Links links() {
        return links;
    }

    Watch watch() {
        return watch;
    }

    Services services() {
        return services;
    }

    Logs logs() {
        return logs;
    }

    LoadFigures load() {
        return load;
    }

    SplittableRandom random() {
        return random;
    }

    /** A random process of a service. */
    StackProcess any(String service) {
        List<StackProcess> processes = all(service);
        return processes.get(random.nextInt(processes.size()));
    }

    /** The processes of a service. */
    List<StackProcess> all(String service) {
        return stack.processes().stream().filter(process -> process.service().equals(service)).toList();
    }

    /** SIGKILL, and waits until another process serves in its place. */
    void killAndAwait(StackProcess process) throws IOException, InterruptedException {
        stack.kill(process.name());
        stack.awaitReplaced(process.name(), process.pid());
    }

    /** Notes when an engine was killed, or stopped, and what it traded. */
    void engineGone(StackProcess engine) {
        partitionsOfKilled = watch.now().engines().of(engine.name());
        killedAtMillis = System.currentTimeMillis();
    }

    /** The partitions of an engine that was killed in this fault, and when; none if no engine was. */
    List<Integer> partitionsOfKilled() {
        return partitionsOfKilled;
    }

    long killedAtMillis() {
        return killedAtMillis;
    }

    void databaseWasUnreadable() {
        databaseUnreadable++;
    }

    long databaseUnreadable() {
        return databaseUnreadable;
    }

    /** So many deletions are gone from the changelog that a copy of a market has not heard of. */
    void deletionsWereMissed(long count) {
        deletionsMissed += count;
    }

    long deletionsMissed() {
        return deletionsMissed;
    }

    /** So many partitions were copied to a broker that had lost its disk. */
    void partitionsWereCopied(long count) {
        partitionsCopied += count;
    }

    long partitionsCopied() {
        return partitionsCopied;
    }

    /** A step of a fault had not the effect that it must have. */
    void stepInVain(String finding) {
        stepsInVain.add(finding);
    }

    List<String> stepsInVain() {
        return List.copyOf(stepsInVain);
    }

    /** Forgets what the fault before has left. */
    void clear() {
        partitionsOfKilled = List.of();
        killedAtMillis = 0;
        databaseUnreadable = 0;
        deletionsMissed = 0;
        partitionsCopied = 0;
        stepsInVain.clear();
    }

    /** Waits for a condition; returns whether it came true within the limit. */
    static boolean await(Duration limit, Condition condition) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.sleep(POLL);
        }
        return true;
    }
}
