package trading.local;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The output of a process.
 *
 * @param start where in the file it begins; before that is what ran under its name earlier
 */
record LogFile(Path path, long start) {

    private static final long MAX_BYTES = 20L * 1024 * 1024;
    private static final int LAST_LINES = 20;
    private static final int LAST_BYTES = 64 * 1024;

    /** For a process that is about to start: makes the folder, and sets a log aside that has grown large. */
    static LogFile open(Path path) throws IOException {
        Files.createDirectories(path.toAbsolutePath().getParent());
        if (Files.exists(path) && Files.size(path) > MAX_BYTES) {
            Files.move(path, path.resolveSibling(path.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
        return new LogFile(path, Files.exists(path) ? Files.size(path) : 0);
    }

    /** The process's last lines, with the file's name before them. */
    String lastWords() {
        return "last lines of " + path + ":" + System.lineSeparator() + "  | "
                + String.join(System.lineSeparator() + "  | ", lastLines());
    }

    private List<String> lastLines() {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long from = Math.max(start, file.length() - LAST_BYTES);
            byte[] bytes = new byte[(int) (file.length() - from)];
            file.seek(from);
            file.readFully(bytes);
            List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
            return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
        } catch (IOException e) {
            return List.of("(" + e.getMessage() + ")");
        }
    }
}
