package trading.local;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that nobody but their owner may read, where the system knows of owners: for what has passwords in it. */
final class OwnersOnly {

    private static final FileAttribute<?>[] NONE = {};

    private OwnersOnly() {}

    /** What a file at this path is to be created with. */
    static FileAttribute<?>[] attributes(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[]{
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))}
                : NONE;
    }
}
