package trading.client.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is there as a whole or not at all: what was measured is not measured again where one is. */
public final class WholeFile {

    private WholeFile() {}

    /** In place of what was there. */
    public static void write(Path file, String text) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(part, text);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
