package trading.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * What an option names to be written. It is asked before the work: what has nowhere to go would be known too late. Folders
 * that are missing are made.
 */
public final class OutputOption {

    private OutputOption() {}

    /**
     * Makes a folder.
     *
     * @param option its name, for the message
     * @throws ParameterException if it cannot be written to
     */
    public static void requireFolder(CommandSpec command, String option, Path folder) {
        if (!isFolder(folder)) {
            throw new ParameterException(command.commandLine(),
                    option + ": " + folder + " (expected: a folder that can be written to)");
        }
    }

    /**
     * Makes the folder of a file.
     *
     * @param option its name, for the message
     * @throws ParameterException if it cannot be written
     */
    public static void requireFile(CommandSpec command, String option, Path file) {
        Path folder = file.toAbsolutePath().getParent();
        boolean canBeWritten = Files.exists(file)
                ? Files.isWritable(file) && !Files.isDirectory(file)
                : folder != null && isFolder(folder);
        if (!canBeWritten) {
            throw new ParameterException(command.commandLine(),
                    option + ": " + file + " (expected: a file that can be written)");
        }
    }

    private static boolean isFolder(Path folder) {
        try {
            Files.createDirectories(folder);
            return Files.isWritable(folder);
        } catch (IOException e) {
            return false;
        }
    }
}
