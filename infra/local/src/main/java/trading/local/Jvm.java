package trading.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How this stack starts a JVM: with the Java that runs the stack.
 *
 * @param heapMegabytes limit of its heap
 * @param compilesQuickly whether code is compiled fast instead of well: a JVM that lives for a minute spends most of its
 *        time on compiling
 * @param aotCache what its program starts from
 */
public record Jvm(int heapMegabytes, boolean compilesQuickly, Optional<AotCache> aotCache) {

    /**
     * Four times the usual calls and loops before a method is compiled well, and less of what it calls compiled into it again.
     * Half a dozen JVMs start at once here, and for minutes their compilers would take half of a small machine from the
     * orders; what is hot is compiled well all the same, and is as fast.
     */
    private static final List<String> COMPILES_LESS = List.of("-XX:Tier4InvocationThreshold=20000",
            "-XX:Tier4MinInvocationThreshold=2400", "-XX:Tier4CompileThreshold=60000",
            "-XX:Tier4BackEdgeThreshold=160000", "-XX:MaxInlineLevel=7", "-XX:FreqInlineSize=100",
            "-XX:InlineSmallCode=1000");

    /** Without training, for what starts only once. */
    public static Jvm withHeap(int megabytes) {
        return new Jvm(megabytes, false, Optional.empty());
    }

    /** For what serves one test. */
    public static Jvm shortLived(int heapMegabytes) {
        return new Jvm(heapMegabytes, true, Optional.empty());
    }

    /**
     * Classes of a program as they are once they are loaded and linked, and what was learnt of its hot code (JEP 483, 514 and
     * 515). A JVM whose program has changed since does without.
     *
     * @param recorded whether this process records it, and writes it when it stops
     */
    public record AotCache(Path file, boolean recorded) {

        /** A program writes what it has recorded from a second JVM, beside others that do. */
        private static final Duration WRITE_LIMIT = Duration.ofMinutes(3);

        /** The cache of one program of this checkout. */
        static AotCache of(Path checkout, String program, boolean recorded) {
            return new AotCache(folder(checkout).resolve(program + ".aot"), recorded);
        }

        /** Where all of them are. */
        static Path folder(Path checkout) {
            return checkout.resolve("target").resolve("training");
        }

        private List<String> options() {
            if (recorded) {
                return List.of("-XX:AOTCacheOutput=" + file, "-Xlog:aot*=off");
            }
            // A JVM moves its cache to another place at every start, and rewrites all of its 100 MB for that. Addresses are no
            // secret here, where only this machine can ask.
            return Files.exists(file)
                    ? List.of("-XX:AOTCache=" + file, "-Xlog:aot*=off", "-XX:+UnlockDiagnosticVMOptions",
                            "-XX:ArchiveRelocationMode=0")
                    : List.of();
        }
    }

    /**
     * How long a process may take to stop.
     *
     * @param limit for all that it does beside recording
     */
    Duration stopLimit(Duration limit) {
        return aotCache.filter(AotCache::recorded).map(_ -> AotCache.WRITE_LIMIT).orElse(limit);
    }

    /** The beginning of a command line, up to the options. */
    public List<String> command() {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heapMegabytes + "m", "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders",
                        "-XX:+ExitOnOutOfMemoryError", "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(compilesQuickly ? List.of("-XX:TieredStopAtLevel=1") : COMPILES_LESS);
        aotCache.ifPresent(cache -> command.addAll(cache.options()));
        return command;
    }
}
