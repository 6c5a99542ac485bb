package trading.client.cases;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import trading.client.CommandFailed;
import trading.market.cases.CaseFile;

/** Puts case files through the market and tells every difference. Exit status 1 when a case failed, or a directory has none. */
@Command(name = "cases", mixinStandardHelpOptions = true, description = "Puts case files of the trading rules through the market.")
public final class CasesCommand implements Callable<Integer> {

    private static final String EXPECTED = "the form at the end of docs/trading-rules.md";

    /** How the reader says that a case has not all it must have, or something else in its place. */
    private static final Pattern MISSING = Pattern.compile("No value for property '(\\w+)'.*");
    private static final Pattern NO_OBJECT = Pattern.compile("Node of type `.*` has no fields");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "DIR|FILE", description = "Case files, or directories of *.json files.")
    private List<Path> paths = List.of();

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        int passed = 0;
        int failed = 0;
        for (Path file : files()) {
            List<String> differences = differences(file);
            differences.forEach(difference -> out.println(file + ": " + difference));
            if (differences.isEmpty()) {
                passed++;
            } else {
                failed++;
            }
        }
        out.println(passed + " passed, " + failed + " failed");
        out.flush();
        return failed == 0 ? 0 : 1;
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                List<Path> cases = casesIn(path);
                if (cases.isEmpty()) {
                    throw new CommandFailed(path + ": no cases (expected: *.json files in it)");
                }
                files.addAll(cases);
            } else if (Files.isReadable(path)) {
                files.add(path);
            } else {
                throw new ParameterException(spec.commandLine(),
                        path + ": cannot be read (expected: a case file or a directory of them)");
            }
        }
        return files;
    }

    private static List<Path> casesIn(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> entry.toString().endsWith(".json")).sorted().toList();
        }
    }

    private static List<String> differences(Path file) {
        try {
            return CaseFile.read(file).differences();
        } catch (StreamReadException e) {
            return List.of("not a case: no JSON from line " + e.getLocation().getLineNr() + ", column "
                    + e.getLocation().getColumnNr() + " (expected: " + EXPECTED + ")");
        } catch (JacksonException e) {
            return List.of(notACase(e.getOriginalMessage()));
        } catch (IllegalArgumentException e) {
            return List.of(notACase(e.getMessage()));
        }
    }

    private static String notACase(@Nullable String reason) {
        String what = NO_OBJECT.matcher(MISSING.matcher(String.valueOf(reason)).replaceFirst("$1 is missing"))
                .replaceFirst("no object where one belongs");
        return "not a case: " + what + (what.contains("(expected: ") ? "" : " (expected: " + EXPECTED + ")");
    }
}
