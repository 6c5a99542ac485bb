package trading.client.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How large a process is, as the kernel says in {@code /proc}.
 *
 * @param residentMegabytes memory of its own and shared with others that is in RAM
 * @param threads of the kernel
 */
public record ProcessSize(long residentMegabytes, int threads) {

    private static final String MEMORY = "VmRSS:";
    private static final String THREADS = "Threads:";

    /** Each process of a stack on this machine, by name, this client's last; none where there is no {@code /proc}. */
    public static Map<String, ProcessSize> all(Stack stack) {
        Map<String, ProcessSize> sizes = new LinkedHashMap<>();
        stack.processes().forEach(process -> of(process.pid()).ifPresent(size -> sizes.put(process.name(), size)));
        of(ProcessHandle.current().pid()).ifPresent(size -> sizes.put(CpuTimes.THIS_CLIENT, size));
        return sizes;
    }

    /** One process; empty when it is gone, or there is no {@code /proc}. */
    static Optional<ProcessSize> of(long pid) {
        try {
            return Optional.of(read(Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static ProcessSize read(List<String> status) {
        return new ProcessSize(number(status, MEMORY) / 1024, (int) number(status, THREADS));
    }

    private static long number(List<String> status, String name) {
        return status.stream().filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).findFirst().orElse(0);
    }
}
