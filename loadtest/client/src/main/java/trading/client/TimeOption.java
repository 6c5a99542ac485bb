package trading.client;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A time as an option has it: {@code 60ms}, {@code 30s} or {@code 5m}. */
public final class TimeOption {

    private TimeOption() {}

    /**
     * Reads it.
     *
     * @param option its name, for the message
     * @throws ParameterException if it is none
     */
    public static Duration of(CommandSpec command, String option, String text) {
        if (!text.matches("[0-9]{1,6}(ms|s|m)")) {
            throw new ParameterException(command.commandLine(),
                    option + ": " + text + " (expected: a time such as 60ms, 30s or 5m)");
        }
        long number = Long.parseLong(text.replaceAll("[a-z]", ""));
        if (text.endsWith("ms")) {
            return Duration.ofMillis(number);
        }
        return text.endsWith("s") ? Duration.ofSeconds(number) : Duration.ofMinutes(number);
    }
}
