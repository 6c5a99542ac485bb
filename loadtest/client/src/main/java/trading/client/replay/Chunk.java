package trading.client.replay;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Rows that travel on one request. For one thread. */
final class Chunk {

    private final List<FlowRow> rows = new ArrayList<>();
    private final List<byte[]> lines = new ArrayList<>();

    void add(FlowRow row, String line) {
        rows.add(row);
        lines.add(line.getBytes(StandardCharsets.UTF_8));
    }

    int size() {
        return rows.size();
    }

    FlowRow row(int index) {
        return rows.get(index);
    }

    /** The lines from an index on. */
    byte[] linesFrom(int index) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        lines.subList(index, lines.size()).forEach(bytes::writeBytes);
        return bytes.toByteArray();
    }

    void clear() {
        rows.clear();
        lines.clear();
    }
}
