package trading.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What others read about a running stack, in {@code .pipeline/stack.json}.
 *
 * @param gateway {@code http://HOST:PORT}
 * @param kafka bootstrap servers; empty for a baseline, which has none
 * @param supervisorPid the process that started all others
 * @param controlUrl where it takes commands; empty for a baseline, which takes none
 */
public record StackFile(String gateway, String kafka, DatabaseAddress database, long supervisorPid, String controlUrl,
        List<StackProcess> processes) {

    private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /**
     * One process.
     *
     * @param name such as {@code engine-1}
     * @param service {@code broker}, {@code database}, {@code gateway}, {@code engine} or {@code persister}; of a baseline
     *        {@code baseline}, beside its {@code database}; and {@code smallest-loop}, while budget lets it trade as well
     * @param port where it listens; a service's own HTTP port; 0 for an engine of {@code node}, which has none
     * @param log its output
     */
    public record StackProcess(String name, String service, long pid, int port, String log) {}

    /** Replaces the file at once: a reader sees the old one or the new one. */
    void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Path part = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(part);
        Files.createFile(part, OwnersOnly.attributes(part));
        Files.writeString(part, JSON.writeValueAsString(this) + "\n");
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Empty when there is no such file, or it is not one of ours. */
    static Optional<StackFile> read(Path file) {
        try {
            return Optional.of(JSON.readValue(Files.readString(file), StackFile.class));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }
}
