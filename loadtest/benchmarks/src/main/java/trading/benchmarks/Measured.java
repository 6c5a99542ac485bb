package trading.benchmarks;

import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** One benchmark with its parameters, and what came out. */
record Measured(BenchmarkParams benchmark, Result<?> time, double bytes) {

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    Measured(RunResult result) {
        this(result.getAggregatedResult());
    }

    Measured(BenchmarkResult result) {
        this(result.getParams(), result.getPrimaryResult(), bytes(result));
    }

    /** What the profiler counted, not a number if it did not. */
    private static double bytes(BenchmarkResult result) {
        Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
        return allocated == null ? Double.NaN : allocated.getScore();
    }

    String name() {
        return Benchmarks.shortName(benchmark.getBenchmark());
    }

    /** {@code shape=deep open=1000}. */
    String parameters() {
        return benchmark.getParamsKeys().stream().map(key -> key + "=" + benchmark.getParam(key))
                .collect(Collectors.joining(" "));
    }

    String label() {
        return (name() + " " + parameters()).strip();
    }

    /** What the figures are for one of. */
    String unit() {
        return name().startsWith("InsertBenchmark") ? "row" : "order";
    }
}
