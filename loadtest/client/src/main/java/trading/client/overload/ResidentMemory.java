package trading.client.overload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import trading.client.stack.Stack;

/** Resident memory of the processes of a stack, as the kernel says in {@code /proc}; elsewhere none is known. */
final class ResidentMemory {

    private static final String LINE = "VmRSS:";

    private ResidentMemory() {}

    /** Megabytes of each process, by name, this client's last. */
    static Map<String, Long> megabytes(Stack stack) {
        Map<String, Long> megabytes = new LinkedHashMap<>();
        stack.processes().forEach(process -> megabytes(process.pid())
                .ifPresent(memory -> megabytes.put(process.name(), memory)));
        megabytes(ProcessHandle.current().pid()).ifPresent(memory -> megabytes.put("this client", memory));
        return megabytes;
    }

    private static OptionalLong megabytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                    .filter(line -> line.startsWith(LINE))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024).findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
