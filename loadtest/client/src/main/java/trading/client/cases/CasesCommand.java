package trading.client.cases;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import trading.client.CommandFailed;
import trading.market.cases.CaseFile;

/** Puts case files through the market and tells every difference. Exit status 1 when a case failed, or there was none. */
@Command(name = "cases", mixinStandardHelpOptions = true, description = "Puts case files of the trading rules through the market.")
public final class CasesCommand implements Callable<Integer> {

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
        return failed == 0 && passed > 0 ? 0 : 1;
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                try (Stream<Path> entries = Files.list(path)) {
                    entries.filter(entry -> entry.toString().endsWith(".json")).sorted().forEach(files::add);
                }
            } else if (Files.isReadable(path)) {
                files.add(path);
            } else {
                throw new CommandFailed(path + ": cannot be read (expected: a case file or a directory of them)");
            }
        }
        return files;
    }

    private static List<String> differences(Path file) {
        try {
            return CaseFile.read(file).differences();
        } catch (JacksonException | IllegalArgumentException e) {
            return List.of("not a case: " + String.valueOf(e.getMessage()).replaceAll("\\s*\\R\\s*", " "));
        }
    }
}
