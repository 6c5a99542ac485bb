package trading.client.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Bytes over this machine's interfaces since it started, as the kernel says in {@code /proc/net/dev}; elsewhere none. */
final class Network {

    private static final int HEAD_LINES = 2;
    private static final int RECEIVED = 0;
    private static final int SENT = 8;

    private Network() {}

    /** Over the loopback, where what is sent is received, and received or sent over all others. */
    static Map<String, Long> bytes() {
        try {
            return bytes(Files.readAllLines(Path.of("/proc/net/dev")));
        } catch (IOException e) {
            return Map.of();
        }
    }

    static Map<String, Long> bytes(List<String> lines) {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (String line : lines.subList(Math.min(HEAD_LINES, lines.size()), lines.size())) {
            int colon = line.indexOf(':');
            String[] numbers = line.substring(colon + 1).strip().split("\\s+", -1);
            if (line.substring(0, colon).strip().equals("lo")) {
                bytes.merge("loopback", Long.parseLong(numbers[RECEIVED]), Long::sum);
            } else {
                bytes.merge("other interfaces", Long.parseLong(numbers[RECEIVED]) + Long.parseLong(numbers[SENT]),
                        Long::sum);
            }
        }
        return bytes;
    }
}
