package trading.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * When a process began, as it is noted beside its pid. Where the system has a {@code /proc}, it is a boot of the system and ticks
 * of that boot, which stay what they are when the clock is set; elsewhere, the clock's milliseconds.
 *
 * @param noted one word
 */
record ProcessStart(String noted) {

    /** Between two JVMs, start times differ by a rounding, or by what the clock was set meanwhile. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    /** Of {@code /proc/[pid]/stat}, counted from what follows the program's name: proc(5) calls it field 22. */
    private static final int START_TICKS = 19;

    /** Of a process; of one that has ended, a moment at which none began. */
    static ProcessStart of(ProcessHandle process) {
        try {
            String boot = Files.readString(BOOT).strip();
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            // The name is the only field that may hold blanks and parentheses.
            return new ProcessStart(boot + "/" + stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[START_TICKS]);
        } catch (IOException e) {
            return new ProcessStart(process.info().startInstant().map(start -> Long.toString(start.toEpochMilli()))
                    .orElse("0"));
        }
    }

    /** Whether the process began then. */
    boolean isOf(ProcessHandle process) {
        return noted.equals(of(process).noted) || process.info().startInstant().filter(this::isNear).isPresent();
    }

    private boolean isNear(Instant start) {
        try {
            return Math.abs(Long.parseLong(noted) - start.toEpochMilli()) <= TOLERANCE.toMillis();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return noted;
    }
}
