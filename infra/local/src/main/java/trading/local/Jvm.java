package trading.local;

import java.nio.file.Files;
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
 * @param classArchive the classes of its program, ready to be mapped: a start then takes about half as long
 */
public record Jvm(int heapMegabytes, boolean compilesQuickly, Optional<ClassArchive> classArchive) {

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

    /**
     * Classes that are loaded by all processes of one program.
     *
     * @param written whether this process writes it when it first stops, and anew after the jars have changed; two that do
     *        would write into each other
     */
    record ClassArchive(Path file, boolean written) {

        private List<String> options() {
            List<String> options = new ArrayList<>();
            if (written) {
                options.add("-XX:+AutoCreateSharedArchive");
            }
            if (written || Files.exists(file)) {
                options.addAll(List.of("-XX:SharedArchiveFile=" + file, "-Xlog:cds=off", "-Xlog:cds+dynamic=off",
                        "-Xlog:aot=off"));
            }
            return options;
        }
    }

    /** The beginning of a command line, up to the options. */
    List<String> command() {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heapMegabytes + "m", "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders",
                        "-XX:+ExitOnOutOfMemoryError", "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(compilesQuickly ? List.of("-XX:TieredStopAtLevel=1") : COMPILES_WELL_LATER);
        classArchive.ifPresent(archive -> command.addAll(archive.options()));
        return command;
    }
}
