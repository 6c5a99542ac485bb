package trading.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The memory that new processes could have: a container's limit may leave less than the machine has. Needs nothing but the
 * JDK, as {@link Preflight} does.
 *
 * @param processes where the system tells of itself, {@code /proc}
 * @param groups where it has control groups, {@code /sys/fs/cgroup}
 */
record AvailableMemory(Path processes, Path groups) {

    private static final long MEGABYTE = 1024L * 1024;
    private static final Names VERSION_2 = new Names("memory.max", "memory.current", "");
    private static final Names VERSION_1 = new Names("memory.limit_in_bytes", "memory.usage_in_bytes", "total_");

    /** What the files of a control group are called, and what the figures of its {@code memory.stat} begin with. */
    private record Names(String limit, String usage, String figures) {}

    /** That of this machine, and of this process in it. */
    static AvailableMemory here() {
        return new AvailableMemory(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
    }

    /** {@link Long#MAX_VALUE} where nothing says how much there is. */
    long megabytes() {
        return Math.min(ofMachine(), ofGroups());
    }

    private long ofMachine() {
        return lines(processes.resolve("meminfo")).stream().filter(line -> line.startsWith("MemAvailable:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024).findFirst()
                .orElse(Long.MAX_VALUE);
    }

    private long ofGroups() {
        long least = Long.MAX_VALUE;
        for (String line : lines(processes.resolve("self/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && parts[1].isEmpty()) {
                least = Math.min(least, left(groups, parts[2], VERSION_2));
            } else if (parts.length == 3 && List.of(parts[1].split(",", -1)).contains("memory")) {
                least = Math.min(least, left(groups.resolve("memory"), parts[2], VERSION_1));
            }
        }
        return least;
    }

    /**
     * The least that a group and those around it leave. A container may see its own as the outermost, although it is told
     * the name that the machine has for it.
     */
    private static long left(Path outermost, String name, Names names) {
        Path own = outermost.resolve(name.substring(name.startsWith("/") ? 1 : 0)).normalize();
        long least = Long.MAX_VALUE;
        for (Path group = own.startsWith(outermost) ? own : outermost; group != null
                && group.startsWith(outermost); group = group.getParent()) {
            least = Math.min(least, left(group, names));
        }
        return least;
    }

    private static long left(Path group, Names names) {
        List<String> limit = lines(group.resolve(names.limit()));
        List<String> usage = lines(group.resolve(names.usage()));
        if (limit.isEmpty() || usage.isEmpty() || !limit.getFirst().matches("\\d+")) {
            return Long.MAX_VALUE;
        }
        // What was read from files counts as used, and makes room before anything is killed.
        long cached = 0;
        for (String line : lines(group.resolve("memory.stat"))) {
            if (line.matches(names.figures() + "(in)?active_file \\d+")) {
                cached += Long.parseLong(line.substring(line.indexOf(' ') + 1));
            }
        }
        long bytes = Long.parseLong(limit.getFirst()) - Long.parseLong(usage.getFirst()) + cached;
        return Math.max(0, bytes) / MEGABYTE;
    }

    /** None of a file that is not there, or not for this user. */
    private static List<String> lines(Path file) {
        try {
            return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }
}
