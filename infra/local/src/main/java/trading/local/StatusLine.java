package trading.local;

import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One line that says how a stack is doing. Not thread-safe: one thread asks every few seconds. */
final class StatusLine {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    /** Those that may be scaled, to none as well. */
    private static final List<String> SERVICES = List.of("engine", "persister");

    private final Stack stack;
    private Progress.@Nullable Offsets before;
    private long beforeNanos;

    StatusLine(Stack stack) {
        this.stack = stack;
    }

    /** The line for now; rates are since the call before. */
    String next() throws InterruptedException {
        return LocalTime.now(ZoneId.systemDefault()).format(TIME) + "  " + progress() + "  " + states(stack.states());
    }

    /** {@code partitions engine-1 24, engine-2 24}: how many each engine trades. */
    static String partitions(Stack stack) throws ExecutionException, InterruptedException, TimeoutException {
        return partitions(stack.progress().partitions(), stack.names("engine"));
    }

    static String partitions(Map<String, Integer> partitions, List<String> engines) {
        if (engines.isEmpty()) {
            return "no partition is traded";
        }
        if (partitions.isEmpty()) {
            return "partitions are moving";
        }
        return engines.stream().map(engine -> engine + " " + partitions.getOrDefault(engine, 0))
                .collect(Collectors.joining(", ", "partitions ", ""));
    }

    private String progress() throws InterruptedException {
        try {
            Progress.Offsets now = stack.progress().offsets();
            long nowNanos = System.nanoTime();
            double seconds = (nowNanos - beforeNanos) / (double) Duration.ofSeconds(1).toNanos();
            long perSecond = before == null ? 0 : Math.round((now.orders() - before.orders()) / seconds);
            before = now;
            beforeNanos = nowNanos;
            return "%,d orders/s  engines %,d orders behind  persister %,d records behind  %s".formatted(perSecond,
                    now.ordersBehind(), now.salesBehind(), partitions(stack));
        } catch (ExecutionException | TimeoutException e) {
            return "no answer from the broker";
        }
    }

    /** What is not as it should be, by name; a service of which nothing runs has no name to be among them. */
    static String states(Map<String, Supervised.State> states) {
        Stream<String> missing = SERVICES.stream()
                .filter(service -> states.keySet().stream().noneMatch(name -> name.startsWith(service + "-")))
                .map(service -> "no " + service);
        Stream<String> down = states.entrySet().stream().filter(entry -> entry.getValue() != Supervised.State.UP)
                .map(entry -> entry.getKey() + " " + entry.getValue()).sorted();
        String exceptions = Stream.concat(missing, down).collect(Collectors.joining(", "));
        return exceptions.isEmpty() ? "all " + states.size() + " up" : exceptions;
    }
}
