package trading.client.stack;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import trading.client.CommandFailed;
import trading.client.stack.Stack.StackProcess;

/**
 * CPU time of the processes of this machine that belong to a stack. Those that end or begin while this looks count too: what
 * has ended keeps what was seen of it last. For one thread.
 */
public final class CpuTimes {

    /** The name of this process among those of a stack. */
    public static final String THIS_CLIENT = "this client";

    private final Supplier<Stack> description;
    private Stack stack;
    private final Map<Run, Duration> times = new LinkedHashMap<>();
    private final Set<String> changed = new LinkedHashSet<>();
    private Set<Run> running = Set.of();

    /** A process of that name; a handle never means another that has the same pid later. */
    private record Run(String name, ProcessHandle process) {}

    /** @param description reads anew what the stack is */
    public CpuTimes(Supplier<Stack> description) {
        this.description = description;
        this.stack = description.get();
        look();
        changed.clear();
    }

    /** By name, of all processes that ever had that name, this client's last. */
    public Map<String, Duration> look() {
        reread();
        Set<Run> before = running;
        running = stack.processes().stream().flatMap(process -> run(process).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        before.stream().filter(run -> !running.contains(run)).forEach(run -> changed.add(run.name()));
        running.stream().filter(run -> !before.contains(run)).forEach(run -> changed.add(run.name()));
        running.forEach(run -> cpuTime(run.process()).ifPresent(time -> times.put(run, time)));
        Map<String, Duration> sums = new LinkedHashMap<>();
        times.forEach((run, time) -> sums.merge(run.name(), time, Duration::plus));
        cpuTime(ProcessHandle.current()).ifPresent(time -> sums.put(THIS_CLIENT, time));
        return sums;
    }

    /** The names of processes that ended or began since this was asked last, as far as it looked. */
    public Set<String> changed() {
        Set<String> names = new LinkedHashSet<>(changed);
        changed.clear();
        return names;
    }

    /** As it was read last. */
    public Stack stack() {
        return stack;
    }

    /** A stack that is just being changed, or stopped, is what it was. */
    private void reread() {
        try {
            stack = description.get();
        } catch (CommandFailed e) {
            // Read again with the next look.
        }
    }

    private static Optional<Run> run(StackProcess process) {
        return ProcessHandle.of(process.pid()).map(handle -> new Run(process.name(), handle));
    }

    private static Optional<Duration> cpuTime(ProcessHandle process) {
        return process.info().totalCpuDuration();
    }
}
