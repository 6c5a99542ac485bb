package trading.client.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import trading.client.orders.Outcomes;
import trading.client.stack.EngineSales;

/**
 * What a measured run gave.
 *
 * @param outcomes what became of the orders sent
 * @param sent for how long orders were sent
 * @param rowsBefore rows in SALES before the first order was sent
 * @param rowsAfter rows in SALES at the end
 * @param firstOrderToLastRow from the first order sent to the last row written
 * @param engineSales sales of each engine in that time, by its own count
 * @param cpuTimes CPU time of each process in that time
 * @param changed processes that ended or began in that time, by name
 */
record Summary(Outcomes outcomes, Duration sent, long rowsBefore, long rowsAfter, Duration firstOrderToLastRow,
        EngineSales engineSales, Map<String, Duration> cpuTimes, Set<String> changed) {

    long sales() {
        return rowsAfter - rowsBefore;
    }

    double salesPerMinute() {
        return sales() * 60.0 / seconds(firstOrderToLastRow);
    }

    void print(PrintWriter out) {
        out.printf(Locale.ROOT, "orders accepted   %,13d  %,.0f a second while sending (%.1f s)%n", outcomes.accepted(),
                outcomes.accepted() / seconds(sent), seconds(sent));
        if (outcomes.firstProblem() != null) {
            out.printf(Locale.ROOT,
                    "not accepted      %,13d  %,d refused for now, %,d invalid, %,d unknown; the first: %s%n",
                    outcomes.refused() + outcomes.invalid() + outcomes.unknown(), outcomes.refused(),
                    outcomes.invalid(),
                    outcomes.unknown(), outcomes.firstProblem());
        }
        out.printf(Locale.ROOT, "sales             %,13d  rows of SALES: %,d before, %,d after%n", sales(), rowsBefore,
                rowsAfter);
        out.printf(Locale.ROOT, "time              %,13.1f  s from the first order sent to the last row written%n",
                seconds(firstOrderToLastRow));
        out.printf(Locale.ROOT, "sales per minute  %,13.0f%n", salesPerMinute());
        out.printf(Locale.ROOT, "sales per order   %13s%n",
                each("%,.2f", (double) sales(), outcomes.accepted(), "none accepted"));
        long counted = engineSales.sales().values().stream().mapToLong(Long::longValue).sum();
        // What one sold that did not answer is in no sum.
        boolean hasShares = counted > 0 && engineSales.silent().isEmpty();
        engineSales.sales().forEach((engine, sales) -> out.printf(Locale.ROOT, "%-18s%,13d  sales%s%n", engine, sales,
                hasShares ? String.format(Locale.ROOT, ", %.0f %%", 100.0 * sales / counted) : ""));
        engineSales.silent()
                .forEach(engine -> out.printf(Locale.ROOT, "%-18s%13s  sales: it did not answer%n", engine, "-"));
        out.printf(Locale.ROOT, "CPU time                seconds  micros/order  micros/sale%n");
        cpuTimes.forEach((process, time) -> cpu(out, process, time));
        cpu(out, "all", cpuTimes.values().stream().reduce(Duration.ZERO, Duration::plus));
        if (!changed.isEmpty()) {
            out.println("processes that ended or began meanwhile: " + String.join(", ", changed));
        }
        out.flush();
    }

    private void cpu(PrintWriter out, String process, Duration time) {
        double micros = time.toNanos() / 1e3;
        out.printf(Locale.ROOT, "  %-16s%13.1f  %12s  %11s%n", process, seconds(time),
                each("%.1f", micros, outcomes.accepted(), "-"), each("%.1f", micros, sales(), "none sold"));
    }

    /** How much of all falls on each. */
    private static String each(String format, double all, long count, String none) {
        return count == 0 ? none : String.format(Locale.ROOT, format, all / count);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
