package trading.command;

import picocli.CommandLine;

/** The version of the pipeline, as {@code --version} of every command prints it. */
public final class Version {

    private Version() {}

    /** Has a command line tell it, and all of its commands. */
    public static void isToldBy(CommandLine commandLine) {
        String version = Version.class.getPackage().getImplementationVersion();
        commandLine.getCommandSpec().version("pipeline " + (version == null ? "that is not built as jars" : version));
        commandLine.getSubcommands().values().forEach(Version::isToldBy);
    }
}
