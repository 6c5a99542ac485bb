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
            throw invalid(command, option, text, "");
        }
        long number = Long.parseLong(text.replaceAll("[a-z]", ""));
        if (text.endsWith("ms")) {
            return Duration.ofMillis(number);
        }
        return text.endsWith("s") ? Duration.ofSeconds(number) : Duration.ofMinutes(number);
    }

    /**
     * Reads one that is not too short and not too long.
     *
     * @param least as an option has it
     * @param most as an option has it
     * @throws ParameterException if it is none, or not within these
     */
    public static Duration within(CommandSpec command, String option, String text, String least, String most) {
        Duration time = of(command, option, text);
        if (time.compareTo(of(command, option, least)) < 0 || time.compareTo(of(command, option, most)) > 0) {
            throw invalid(command, option, text, ", from " + least + " to " + most);
        }
        return time;
    }

    private static ParameterException invalid(CommandSpec command, String option, String text, String within) {
        return new ParameterException(command.commandLine(),
                option + ": " + text + " (expected: a time such as 60ms, 30s or 5m" + within + ")");
    }
}
