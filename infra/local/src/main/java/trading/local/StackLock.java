package trading.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** One stack per home. The system gives the lock back when its holder ends, however it ends. */
final class StackLock implements AutoCloseable {

    private final FileChannel channel;

    private StackLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Empty when another process, or another stack of this one, has it. */
    static Optional<StackLock> take(Path home) throws IOException {
        Files.createDirectories(home);
        FileChannel channel = FileChannel.open(home.resolve("lock"), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(new StackLock(channel));
            }
        } catch (OverlappingFileLockException e) {
            // This JVM has it.
        }
        channel.close();
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
