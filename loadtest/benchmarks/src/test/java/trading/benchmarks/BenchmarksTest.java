package trading.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

class BenchmarksTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** In this JVM, once each: whether they run at all. */
    @Test
    void everyBenchmarkRuns() throws RunnerException {
        int[] runs = new int[1];
        new Runner(new OptionsBuilder().include("trading\\..*Benchmark\\.").mode(Mode.SingleShotTime).forks(0)
                .warmupIterations(0).measurementIterations(1).param("open", "1000").param("rows", "1", "500")
                .shouldFailOnError(true).verbosity(VerboseMode.SILENT).build()).run()
                .forEach(result -> runs[0]++);
        int shapes = 3;
        int books = 3;
        int insertSizes = 2;
        int codecsAndGateway = 4 + 3;
        assertThat(runs[0]).isEqualTo(shapes * books + insertSizes + codecsAndGateway);
    }

    @Test
    void aPatternNobodyMatchesIsAWrongCommandLine() {
        assertThat(run("marekt")).isEqualTo(2);
        assertThat(err.toString()).contains("PATTERN: marekt").contains("MarketBenchmark.market")
                .contains("GatewayBenchmark.line");
        assertThat(run("(")).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -p opne=5                 | -p: opne (expected: one of batch, open, rows, shape)
            -p open=5 codec           | -p: open (expected: not given, as these benchmarks have no parameters)
            -p shape=deep insert      | -p: shape (expected: one of rows)
            -p open=1000,abc          | -p open: abc (expected: a whole number from 1 to 999999999)
            -p open=1000, market      | -p open:  (expected: a whole number from 1 to 999999999)
            -p rows=0                 | -p rows: 0 (expected: a whole number from 1 to 999999999)
            -p shape=steep            | -p shape: steep (expected: one of deep, flat, adversarial)
            -p open                   | -p: open (expected: NAME=VALUE[,VALUE])
            """)
    void aParameterThatNobodyHasIsAWrongCommandLine(String arguments, String message) {
        assertThat(run(("--list " + arguments).split(" +", -1))).isEqualTo(2);
        assertThat(err.toString()).isEqualTo(message + System.lineSeparator());
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aParameterMayHaveOtherNumbers() {
        assertThat(run("--list", "-p", "open=5,2000000", "-p", "shape=flat", "direct")).isEqualTo(0);
    }

    @Test
    void aPatternChoosesInWhateverCase() {
        assertThat(run("--list", "codec.*batch")).isEqualTo(0);
        assertThat(out.toString().lines()).containsExactly("trading.benchmarks.codec.CodecBenchmark.decodeBatch",
                "trading.benchmarks.codec.CodecBenchmark.encodeBatch");
    }

    @Test
    void theNaiveBookMustBeAskedFor() {
        run("--list");
        assertThat(out.toString()).contains("exchangeCoreDirect").doesNotContain("exchangeCoreNaive");
        run("--list", "naive");
        assertThat(out.toString()).contains("exchangeCoreNaive");
    }

    @Test
    void oneBenchmarkAfterTheOtherComesIntoTheTable(@TempDir Path folder) throws IOException {
        assertThat(run("codec.*batch", "--quick", "--folder", folder.toString())).isEqualTo(0);

        assertThat(out.toString()).containsPattern("decodeBatch +[0-9.]+ ns")
                .containsPattern("encodeBatch +[0-9.]+ ns");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString().replaceAll("[0-9]", "")))
                    .containsExactlyInAnyOrder("bench--.json", "bench--.log");
        }
    }

    private int run(String... arguments) {
        return Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
