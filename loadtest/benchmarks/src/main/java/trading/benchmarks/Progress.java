package trading.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/** A line for each benchmark as it ends; everything that JMH has to say goes to a log. */
final class Progress implements OutputFormat {

    private final PrintWriter out;
    private final Writer log;

    /** @param log stays open */
    Progress(PrintWriter out, Writer log) {
        this.out = out;
        this.log = log;
    }

    @Override
    public void startRun() {}

    @Override
    public void startBenchmark(BenchmarkParams benchmark) {
        println("# " + benchmark.id() + ", " + String.join(" ", benchmark.getJvmArgs()));
    }

    @Override
    public void iteration(BenchmarkParams benchmark, IterationParams iteration, int number) {}

    @Override
    public void iterationResult(BenchmarkParams benchmark, IterationParams iteration, int number,
            IterationResult result) {
        println("%s %d: %s".formatted(iteration.getType(), number, result.getPrimaryResult()));
        result.getSecondaryResults().forEach((name, secondary) -> println("  " + name + ": " + secondary));
    }

    @Override
    public void endBenchmark(BenchmarkResult result) {
        println(String.valueOf(result.getPrimaryResult()));
        result.getSecondaryResults().values().stream().map(secondary -> secondary.extendedInfo())
                .filter(info -> !info.isEmpty()).forEach(this::println);
        out.printf(Locale.ROOT, "%-70s %10.1f ns%n", new Measured(result).label(),
                result.getPrimaryResult().getScore());
        out.flush();
    }

    @Override
    public void endRun(Collection<RunResult> results) {}

    @Override
    public void print(String text) {
        try {
            log.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void println(String line) {
        print(line + System.lineSeparator());
    }

    @Override
    public void verbosePrintln(String line) {}

    @Override
    public void write(int character) {
        print(String.valueOf((char) character));
    }

    @Override
    public void write(byte[] bytes) {
        print(new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public void flush() {
        try {
            log.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every JVM of a benchmark calls it when it is done, and others follow. */
    @Override
    public void close() {
        flush();
    }
}
