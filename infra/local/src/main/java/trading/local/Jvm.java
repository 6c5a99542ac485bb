package trading.local;

import java.nio.file.Path;
import java.util.List;

/** How this stack starts a JVM: with the Java that runs the stack, and a limit for the heap. */
final class Jvm {

    private Jvm() {}

    /** The beginning of a command line, up to the options. */
    static List<String> command(int heapMegabytes) {
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heapMegabytes + "m", "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders",
                "-XX:+ExitOnOutOfMemoryError", "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow");
    }
}
