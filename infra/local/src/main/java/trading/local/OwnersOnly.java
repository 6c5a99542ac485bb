package trading.local;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * What nobody but its owner may read or change, where the system knows of owners: files with passwords in them, folders with
 * programs.
 */
final class OwnersOnly {

    private static final FileAttribute<?>[] NONE = {};

    private OwnersOnly() {}

    /** What a file at this path is to be created with. */
    static FileAttribute<?>[] attributes(Path file) {
        return attributes(file, "rw-------");
    }

    /** What a folder at this path is to be created with. */
    static FileAttribute<?>[] folder(Path folder) {
        return attributes(folder, "rwx------");
    }

    private static FileAttribute<?>[] attributes(Path file, String permissions) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[]{
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))}
                : NONE;
    }
}
