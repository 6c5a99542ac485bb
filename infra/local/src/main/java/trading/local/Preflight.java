package trading.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a machine must have for a stack, each shortfall with its remedy. Needs nothing but the JDK, so that
 * {@code ./pipeline} can run it from its source before anything is built.
 */
final class Preflight {

    private static final long MEGABYTE = 1024L * 1024;
    private static final long MEMORY_MEGABYTES = 1_800;
    private static final long MEMORY_PER_INSTANCE_MEGABYTES = 400;
    private static final long DISK_MEGABYTES = 2_000;

    private static final Pattern OPTION = Pattern.compile("--(port-base|engines|persisters|database-url)(?:=(.*))?");

    private Preflight() {}

    /**
     * Before a first build: exit status 1 and the shortfalls, if there are any. What else is wrong with the arguments is
     * said after the build.
     *
     * @param args the stack's home, how many engines there are by default, and the arguments of {@code up} or
     *        {@code demo}
     */
    public static void main(String[] args) {
        Map<String, String> options = new HashMap<>(
                Map.of("engines", args[1], "persisters", "1", "port-base", Integer.toString(PortPlan.DEFAULT_BASE)));
        for (int i = 2; i < args.length; i++) {
            if (args[i].equals("-h") || args[i].equals("--help")) {
                return;
            }
            Matcher option = OPTION.matcher(args[i]);
            if (option.matches()) {
                String value = option.group(2) == null && i + 1 < args.length ? args[i + 1] : option.group(2);
                options.put(option.group(1), String.valueOf(value));
            }
        }
        try {
            List<String> shortfalls = shortfalls(Path.of(args[0]),
                    new PortPlan(Integer.parseInt(options.get("port-base"))), 1,
                    Integer.parseInt(options.get("engines")),
                    Integer.parseInt(options.get("persisters")), !options.containsKey("database-url"));
            shortfalls.forEach(System.err::println);
            System.exit(shortfalls.isEmpty() ? 0 : 1);
        } catch (NumberFormatException e) {
            System.exit(0);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    /**
     * What this machine lacks for a stack, as sentences.
     *
     * @param home where the stack's data will be
     */
    static List<String> shortfalls(Path home, PortPlan ports, int brokers, int engines, int persisters,
            boolean ownDatabase) {
        List<String> shortfalls = new ArrayList<>();
        long neededMegabytes = MEMORY_MEGABYTES + MEMORY_PER_INSTANCE_MEGABYTES * (brokers - 1 + engines + persisters);
        long availableMegabytes = AvailableMemory.here().megabytes();
        if (availableMegabytes < neededMegabytes) {
            shortfalls.add("memory: %d MB available (expected: at least %d MB; close other programs, or start fewer"
                    .formatted(availableMegabytes, neededMegabytes) + " engines and persisters)");
        }
        try {
            Files.createDirectories(home);
            long freeMegabytes = Files.getFileStore(home).getUsableSpace() / MEGABYTE;
            if (freeMegabytes < DISK_MEGABYTES) {
                shortfalls.add("disk: %d MB free at %s (expected: at least %d MB; ./pipeline clean removes old data)"
                        .formatted(freeMegabytes, home, DISK_MEGABYTES));
            }
            if (!Files.isWritable(home)) {
                shortfalls.add(home + ": not writable by " + System.getProperty("user.name")
                        + " (expected: a checkout of one's own)");
            }
        } catch (IOException e) {
            shortfalls.add(home + ": cannot be made by " + System.getProperty("user.name") + ": " + e
                    + " (expected: a checkout of one's own)");
        }
        List<String> taken = ports.taken(brokers, engines, persisters, ownDatabase);
        if (!taken.isEmpty()) {
            shortfalls.add(("ports: taken are %s (expected: free; ./pipeline down ends a stack that was left behind,"
                    + " --port-base N moves all ports, for instance to %d)").formatted(String.join(", ", taken),
                            ports.nextFree().base()));
        }
        return shortfalls;
    }
}
