package trading.client.report;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import trading.client.stack.CpuTimes;
import trading.client.stack.ProcessSize;

/** What systems are compared by: a column of the table, and a key in {@code compare.json}. */
enum ComparedFigure {

    /** Rows that came in the measured time. */
    SALES_PER_MINUTE("sales/min", window -> OptionalDouble.of(window.salesPerMinute()), Summary::number),
    /** Accepted ones, sold or not. */
    ORDERS_PER_SECOND("orders/s", window -> OptionalDouble.of(window.acceptedPerSecond()), Summary::number),
    /** Of everything but the client. */
    CPU_PER_ORDER("CPU µs/order", Window::cpuMicrosPerOrder, Summary::tenths),
    /** Of everything but the client. */
    CPU_PER_SALE("CPU µs/sale", Window::cpuMicrosPerSale, Summary::tenths),
    /** Where it belongs to the stack. */
    DATABASE_PER_SALE("of it database", ComparedFigure::databasePerSale, Summary::tenths),
    /** From the planned time on. */
    P99("99 % to the 202, ms", window -> window.toAccepted().p99IfAny(), Summary::millis),
    /** Of the system's own processes. */
    THREADS("threads", window -> ofTheSystem(window, ProcessSize::threads), Summary::number),
    /** Resident, of the system's own processes. */
    MEGABYTES("MB", window -> ofTheSystem(window, ProcessSize::residentMegabytes), Summary::number);

    /** Of a process that does not belong to the system, or that all have. */
    private static final String DATABASE = "database";

    private final String label;
    @SuppressWarnings("ImmutableEnumChecker") // A static method.
    private final Function<Window, OptionalDouble> value;

    @SuppressWarnings("ImmutableEnumChecker") // A static method.
    private final DoubleFunction<String> words;

    ComparedFigure(String label, Function<Window, OptionalDouble> value, DoubleFunction<String> words) {
        this.label = label;
        this.value = value;
        this.words = words;
    }

    /** With its unit. */
    String label() {
        return label;
    }

    /** In each round; empty where a round has none. */
    List<OptionalDouble> of(List<Window> rounds) {
        return rounds.stream().map(value).toList();
    }

    /** Of the rounds that have it; empty if none has. */
    OptionalDouble median(List<Window> rounds) {
        return median(sorted(rounds));
    }

    /** The median, and the least to the most. */
    String words(List<Window> rounds) {
        double[] sorted = sorted(rounds);
        String middle = Summary.words(median(sorted), words);
        return sorted.length <= 1
                ? middle
                : middle + " (" + words.apply(sorted[0]) + "–" + words.apply(sorted[sorted.length - 1]) + ")";
    }

    static OptionalDouble median(double[] sorted) {
        int half = sorted.length / 2;
        if (sorted.length == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2);
    }

    private double[] sorted(List<Window> rounds) {
        return of(rounds).stream().flatMapToDouble(OptionalDouble::stream).sorted().toArray();
    }

    private static OptionalDouble databasePerSale(Window window) {
        Double cpu = window.cpuSeconds().get(DATABASE);
        return cpu == null ? OptionalDouble.empty() : window.perSale(cpu);
    }

    private static OptionalDouble ofTheSystem(Window window, ToDoubleFunction<ProcessSize> part) {
        return window.sizes().entrySet().stream()
                .filter(size -> !size.getKey().equals(DATABASE) && !size.getKey().equals(CpuTimes.THIS_CLIENT))
                .mapToDouble(size -> part.applyAsDouble(size.getValue())).reduce(Double::sum);
    }
}
