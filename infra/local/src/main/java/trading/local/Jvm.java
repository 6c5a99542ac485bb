package trading.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How this stack starts a JVM: with the Java that runs the stack.
 *
 * @param heapMegabytes limit of its heap
 * @param compilesQuickly whether code is compiled fast instead of well: a JVM that lives for a minute spends most of its
 *        time on compiling
 * @param classArchive written when the process first stops, and read by later starts, which then take about half as long;
 *        the JVM makes it anew when the jars have changed
 */
public record Jvm(int heapMegabytes, boolean compilesQuickly, Optional<Path> classArchive) {

    /**
     * Four times the usual calls and loops before a method is compiled well. Half a dozen JVMs start at once here, and for
     * minutes their compilers would take most of a small machine from the orders; what is hot is compiled well all the same.
     */
    private static final List<String> COMPILES_WELL_LATER = List.of("-XX:Tier4InvocationThreshold=20000",
            "-XX:Tier4MinInvocationThreshold=2400", "-XX:Tier4CompileThreshold=60000",
            "-XX:Tier4BackEdgeThreshold=160000");

    /** Without an archive, for what starts only once. */
    public static Jvm withHeap(int megabytes) {
        return new Jvm(megabytes, false, Optional.empty());
    }

    /** For what serves one test. */
    public static Jvm shortLived(int heapMegabytes) {
        return new Jvm(heapMegabytes, true, Optional.empty());
    }

    /** For what is started again and again. */
    static Jvm longLived(int heapMegabytes, Path classArchive) {
        return new Jvm(heapMegabytes, false, Optional.of(classArchive));
    }

    /** The beginning of a command line, up to the options. */
    List<String> command() {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heapMegabytes + "m", "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders",
                        "-XX:+ExitOnOutOfMemoryError", "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(compilesQuickly ? List.of("-XX:TieredStopAtLevel=1") : COMPILES_WELL_LATER);
        classArchive.ifPresent(archive -> command
                .addAll(List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off",
                        "-Xlog:cds+dynamic=off", "-Xlog:aot=off")));
        return command;
    }
}
