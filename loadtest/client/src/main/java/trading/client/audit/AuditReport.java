package trading.client.audit;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What an audit found. */
public final class AuditReport {

    /** Partitions that are named one by one. */
    private static final int MAX_NAMED = 10;

    /** Exit status of a clean audit. */
    public static final int CLEAN = 0;

    /** Exit status when there are findings. */
    public static final int FINDINGS = 1;

    /** Exit status when there are none, but not all that is there could be judged. */
    public static final int NOT_JUDGED = 2;

    private final List<PartitionReport> partitions;
    private final Findings findings;
    private final Counts counts = new Counts();
    private final long newRecords;
    private final Duration took;

    /**
     * What was found in one partition.
     *
     * @param start where the audit began, {@code null} if it could not
     * @param unjudged why it, or something of it, could not be judged, {@code null} if all was
     */
    record PartitionReport(int partition, @Nullable String start, @Nullable String unjudged, Counts counts,
            Findings findings) {}

    /**
     * @param newRecords of the orders log that came while the audit was waiting
     */
    AuditReport(List<PartitionReport> partitions, int keptFindings, long newRecords, Duration took) {
        this.partitions = partitions;
        this.newRecords = newRecords;
        this.took = took;
        this.findings = new Findings(keptFindings);
        for (PartitionReport partition : partitions) {
            findings.addAll(partition.findings());
            counts.addAll(partition.counts());
        }
    }

    /** Whether everything could be judged, and is as it must be. */
    public boolean isClean() {
        return exitStatus() == CLEAN;
    }

    /** {@link #CLEAN}, {@link #FINDINGS} or {@link #NOT_JUDGED}. */
    public int exitStatus() {
        if (findings.count() > 0) {
            return FINDINGS;
        }
        return partitions.stream().anyMatch(partition -> partition.unjudged() != null) ? NOT_JUDGED : CLEAN;
    }

    /** All findings. */
    public Findings findings() {
        return findings;
    }

    /** What was counted, in all partitions. */
    public Counts counts() {
        return counts;
    }

    /** What could not be judged, a line each. */
    public List<String> unjudged() {
        return partitions.stream().filter(partition -> partition.unjudged() != null)
                .map(partition -> "partition " + partition.partition() + ": " + partition.unjudged()).toList();
    }

    /** Prints findings, counts and the verdict. */
    public void print(PrintWriter out) {
        findings.first().forEach(out::println);
        if (findings.count() > findings.first().size()) {
            out.printf(Locale.ROOT, "... and %,d findings more%n", findings.count() - findings.first().size());
        }
        unjudged().forEach(line -> out.println("not judged: " + line));
        out.println("began: " + starts());
        line(out, "traded again: %,d orders (%,d repeated) and %,d cancels in %,d batches, %,d records unreadable",
                Count.ORDERS, Count.REPEATED, Count.CANCELS, Count.BATCHES, Count.UNREADABLE);
        line(out,
                "orders: %,d filled, %,d expired, %,d cancelled, %,d rejected, %,d unfilled, %,d self-trades, %,d open; "
                        + "%,d were open at the start",
                Count.FILLED, Count.EXPIRED, Count.CANCELLED, Count.REJECTED,
                Count.UNFILLED, Count.SELF_TRADES, Count.OPEN, Count.OPEN_AT_START);
        line(out, "sales: %,d; SALES: %,d rows compared, %,d counted; CLOSED_ORDERS: %,d rows compared", Count.SALES,
                Count.SALES_ROWS, Count.SALES_ROWS_COUNTED, Count.CLOSED_ORDERS_ROWS);
        line(out, "results: %,d, and %,d repeats; dead letters: %,d; checkpoints: %,d", Count.RESULTS,
                Count.REPEATED_RESULTS, Count.DEAD_LETTERS, Count.CHECKPOINTS);
        out.println(tooNew());
        out.printf(Locale.ROOT, "audit: %s in %.1f s%n", verdict(), took.toMillis() / 1e3);
        out.flush();
    }

    /** The same as {@link #print}, to be written as JSON. */
    Map<String, Object> asMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("verdict", verdict());
        map.put("exitStatus", exitStatus());
        map.put("seconds", took.toMillis() / 1e3);
        map.put("quiet", isQuiet());
        map.put("newOrderRecords", newRecords);
        map.put("counts", counts.asMap());
        map.put("findings", findings.count());
        map.put("findingsByKind", findings.counts());
        map.put("firstFindings", findings.first());
        map.put("unjudged", unjudged());
        map.put("partitions", partitions.stream().map(AuditReport::asMap).toList());
        return map;
    }

    private static Map<String, Object> asMap(PartitionReport partition) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("partition", partition.partition());
        map.put("start", partition.start());
        map.put("unjudged", partition.unjudged());
        map.put("findings", partition.findings().count());
        map.put("counts", partition.counts().asMap());
        return map;
    }

    private boolean isQuiet() {
        return newRecords == 0 && counts.get(Count.TOO_NEW_COMMANDS) == 0 && counts.get(Count.TOO_NEW_BATCHES) == 0;
    }

    private String verdict() {
        return switch (exitStatus()) {
            case CLEAN -> "clean";
            case FINDINGS -> "%,d findings %s".formatted(findings.count(), findings.counts());
            default -> "no findings, but not all could be judged";
        };
    }

    private String tooNew() {
        if (isQuiet()) {
            return "quiet: everything was judged";
        }
        return String.format(Locale.ROOT,
                "under load: %,d records came to the orders log meanwhile; too new to be judged: %,d orders and cancels,"
                        + " %,d batches' rows and results",
                newRecords, counts.get(Count.TOO_NEW_COMMANDS), counts.get(Count.TOO_NEW_BATCHES));
    }

    private String starts() {
        Map<String, List<PartitionReport>> byStart = partitions.stream()
                .filter(partition -> partition.start() != null)
                .collect(Collectors.groupingBy(partition -> "beginning".equals(partition.start())
                        ? "at the beginning"
                        : "at a checkpoint"));
        return byStart.entrySet().stream().map(start -> start.getValue().size() + " partitions " + start.getKey()
                + (start.getKey().endsWith("checkpoint") ? names(start.getValue()) : ""))
                .collect(Collectors.joining(", "));
    }

    private static String names(List<PartitionReport> partitions) {
        return partitions.stream().limit(MAX_NAMED)
                .map(partition -> partition.partition() + " " + partition.start())
                .collect(Collectors.joining("; ", " (", partitions.size() > MAX_NAMED ? "; ...)" : ")"));
    }

    private void line(PrintWriter out, String format, Count... counted) {
        Object[] numbers = new Object[counted.length];
        for (int i = 0; i < counted.length; i++) {
            numbers[i] = counts.get(counted[i]);
        }
        out.println(String.format(Locale.ROOT, format, numbers));
    }
}
