package trading.persister;

import io.asyncer.r2dbc.mysql.MySqlConnectionFactoryProvider;
import io.r2dbc.spi.ConnectionFactoryOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.r2dbc.autoconfigure.ConnectionFactoryOptionsBuilderCustomizer;
import org.springframework.stereotype.Component;

/**
 * Where rows wait as files until the database has fetched them, one for each thread. The driver gives no file of another folder to
 * a database that asks for it. Each file is locked by its process: with somebody else's rows in it, these would be taken for ours.
 *
 * <p>Safe for use by any thread.
 */
@Component
final class LoadFolder implements ConnectionFactoryOptionsBuilderCustomizer, DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(LoadFolder.class);

    /** What the driver reads at once; most files are smaller. */
    private static final int PIECE_BYTES = 256 * 1024;

    /** Of all processes that share a folder, and of threads that are no more. */
    private static final int MAX_FILES = 1_000;

    private final @Nullable Path folder;
    private final boolean isTemporary;
    private final Map<Thread, RowsFile> files = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    /** Stays open, and its pages in memory, for the next rows. */
    private record RowsFile(Path path, FileChannel channel) {}

    LoadFolder(PersisterProperties properties) {
        isTemporary = properties.loadFolder().isEmpty();
        folder = properties.loadFromRows() == 0 ? null : folder(properties.loadFolder());
    }

    /** Without one, rows go in by INSERT. */
    private static @Nullable Path folder(String given) {
        try {
            Path folder = given.isEmpty()
                    ? Files.createTempDirectory("persister-")
                    : Files.createDirectories(Path.of(given));
            return folder.toRealPath();
        } catch (IOException e) {
            log.warn(
                    "no folder for files of rows, so that all go in by INSERT: {} (expected: trading.persister.load-folder that can be written)",
                    e.toString());
            return null;
        }
    }

    /** Whether there is one. */
    boolean exists() {
        return folder != null;
    }

    /**
     * Writes this thread's file anew.
     *
     * @param text in ASCII
     * @return its path
     */
    Path write(CharSequence text) throws IOException {
        RowsFile file = files.get(Thread.currentThread());
        // Some machines delete temporary files that are old.
        if (file == null || !Files.exists(file.path())) {
            file = open();
            files.put(Thread.currentThread(), file);
        }
        ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            file.channel().write(bytes, bytes.position());
        }
        file.channel().truncate(bytes.position());
        return file.path();
    }

    private RowsFile open() throws IOException {
        if (folder == null) {
            throw new IllegalStateException("no folder");
        }
        Files.createDirectories(folder);
        for (int number = numbers.incrementAndGet(); number <= MAX_FILES; number = numbers.incrementAndGet()) {
            Path path = folder.resolve(number + ".rows");
            FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (isOurs(channel)) {
                return new RowsFile(path, channel);
            }
            channel.close();
        }
        throw new IOException(folder + ": " + MAX_FILES + " files in use (expected: fewer)");
    }

    private static boolean isOurs(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // Of another persister in this JVM.
            return false;
        }
    }

    @Override
    public void customize(ConnectionFactoryOptions.Builder options) {
        if (folder != null) {
            options.option(MySqlConnectionFactoryProvider.ALLOW_LOAD_LOCAL_INFILE_IN_PATH, folder.toString());
            options.option(MySqlConnectionFactoryProvider.LOCAL_INFILE_BUFFER_SIZE, PIECE_BYTES);
        }
    }

    @Override
    public void destroy() throws IOException {
        for (RowsFile file : files.values()) {
            file.channel().close();
            if (isTemporary) {
                Files.deleteIfExists(file.path());
            }
        }
        if (folder != null && isTemporary) {
            Files.deleteIfExists(folder);
        }
    }
}
