package trading.client.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The machine of a run, and how fast it was just then: shared hosts differ by factors from hour to hour, and figures of two
 * runs can be compared only as far as these two agree.
 *
 * @param cpu its name; empty where that is not known
 * @param memoryGigabytes of RAM; 0 where that is not known
 * @param memoryNanos for one read of memory that depends on the one before, over 64 MB
 * @param stepNanos for one step of a fixed loop of dependent integer arithmetic
 */
public record Machine(int cores, String cpu, double memoryGigabytes, String kernel, String jvm, double memoryNanos,
        double stepNanos) {

    private static final double KILOBYTES_PER_GIGABYTE = 1024.0 * 1024;

    /** This machine, measured now: takes some seconds of one core. */
    public static Machine here() {
        return new Machine(Runtime.getRuntime().availableProcessors(), value("/proc/cpuinfo", "model name"),
                gigabytes(), property("os.name") + " " + property("os.version") + " " + property("os.arch"),
                property("java.vm.name") + " " + property("java.vm.version"), MachineProbe.memoryNanos(),
                MachineProbe.stepNanos());
    }

    private static double gigabytes() {
        String kilobytes = value("/proc/meminfo", "MemTotal").replaceAll("\\D", "");
        return kilobytes.isEmpty() ? 0 : Math.round(Long.parseLong(kilobytes) / KILOBYTES_PER_GIGABYTE * 10) / 10.0;
    }

    private static String value(String file, String name) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst().orElse("");
        } catch (IOException e) {
            // Only Linux has these.
            return "";
        }
    }

    private static String property(String name) {
        return System.getProperty(name, "");
    }
}
