package trading.system.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import trading.system.watch.Logs.Moment;
import trading.system.watch.Services;
import trading.system.watch.Timeline;

/** What is seen of one fault: begun before it, ended after it. For one thread. */
final class Observation {

    private static final List<Metric> METRICS = List.of(
            new Metric(Evidence.ROWS_FOUND_THERE, "persister", "trading_persister_rows_repeated_total"),
            new Metric(Evidence.ORDERS_UNREADABLE, "engine", "trading_engine_dead_letters_total"),
            new Metric(Evidence.SALES_UNREADABLE, "persister", "trading_persister_dead_letters_total"),
            new Metric(Evidence.RESULTS_UNREADABLE, "gateway", "trading_results_unreadable_total"));
    /**
     * One that was stopped while it committed may hear that its transaction is over, and nothing else; and one that had nothing
     * to commit hears from its group first.
     */
    static final Pattern ENGINE_FENCED = Pattern.compile(
            "fenced|FencedException|InvalidProducerEpoch|InvalidTxnState|TaskMigrated|missed a rebalance|partitions as lost");
    static final Pattern COPY_STALE = Pattern.compile("the changelog gave \\d+ open orders");
    private static final Pattern PERSISTER_FENCED = Pattern.compile(
            "UNKNOWN_MEMBER_ID|partitions as lost|ILLEGAL_GENERATION|RebalanceInProgress|CommitFailed|FENCED");
    private static final Pattern PERSISTER_RETRY = Pattern.compile("records come again in");

    /** Some are always on their way, and sometimes a few more. */
    private static final long TIMES_THE_USUAL = 3;
    private static final long FEW = 10;

    /** A counter of a service, as Prometheus names it. */
    private record Metric(Evidence evidence, String service, String name) {}

    private final Scene scene;
    private final Map<String, Long> pids;
    private final Map<Evidence, Map<Long, Double>> metrics;
    private final Map<Path, Long> logLengths;
    private final Map<String, Long> load;
    private final long cuts;
    private final Moment from;
    private final long usuallyBehind;

    /** Looks at how everything is before the fault, and was since the watch was marked last. */
    Observation(Scene scene) throws IOException, InterruptedException {
        this.scene = scene;
        this.pids = scene.services().pids();
        this.metrics = metrics();
        this.logLengths = scene.services().logLengths();
        this.load = scene.load().now();
        this.cuts = scene.links().cuts();
        this.from = scene.logs().now();
        scene.clear();
        this.usuallyBehind = scene.watch().usualSalesBehind();
        scene.watch().mark();
    }

    /** When each partition traded since. */
    Timeline timeline() throws InterruptedException {
        return Timeline.read(scene.logs(), from, scene.logs().now());
    }

    /** Looks at how everything is now, and counts. */
    Map<Evidence, Long> counts(Timeline timeline) throws IOException, InterruptedException {
        Map<Evidence, Long> counts = new EnumMap<>(Evidence.class);
        Map<String, Long> pidsNow = scene.services().pids();
        counts.put(Evidence.PROCESSES_REPLACED, pidsNow.entrySet().stream()
                .filter(process -> pids.containsKey(process.getKey())
                        && !process.getValue().equals(pids.get(process.getKey())))
                .count());
        counts.put(Evidence.ENGINE_PARTITIONS_MOVED, scene.watch().enginePartitionsMoved());
        counts.put(Evidence.PERSISTER_PARTITIONS_MOVED, scene.watch().persisterPartitionsMoved());
        counts.put(Evidence.RECORDS_ABORTED, timeline.aborted());
        counts.put(Evidence.SENT_AGAIN, grown("sentAgain"));
        counts.put(Evidence.ANSWERED_503, grown("refused"));
        counts.put(Evidence.ANSWERED_503_FULL, grown("refused.in-flight"));
        counts.put(Evidence.ANSWERED_503_BEHIND, grown("refused.backlog"));
        counts.put(Evidence.ANSWERED_503_KAFKA, grown("refused.kafka-unavailable"));
        counts.put(Evidence.ANSWERED_504, grown("outcomeUnknown"));
        counts.put(Evidence.DEAD_LETTERS, timeline.deadLetters());
        counts.put(Evidence.ENGINES_FENCED, said("engine", ENGINE_FENCED));
        counts.put(Evidence.DELETIONS_MISSED, scene.deletionsMissed());
        counts.put(Evidence.PARTITIONS_COPIED, scene.partitionsCopied());
        counts.put(Evidence.COPIES_FOUND_STALE, said("engine", COPY_STALE));
        counts.put(Evidence.PERSISTERS_FENCED, said("persister", PERSISTER_FENCED));
        counts.put(Evidence.PERSISTER_RETRIES, said("persister", PERSISTER_RETRY));
        counts.put(Evidence.DATABASE_UNREADABLE, scene.databaseUnreadable());
        counts.put(Evidence.CONNECTIONS_CUT, scene.links().cuts() - cuts);
        long behind = scene.watch().mostSalesBehind();
        counts.put(Evidence.SALES_BEHIND, isMore(behind, usuallyBehind) ? behind : 0);
        metrics().forEach((evidence, now) -> counts.put(evidence,
                Services.growth(pids.values(), metrics.getOrDefault(evidence, Map.of()), now)));
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    /** Whether so many behind are more than those that were behind without a fault. */
    static boolean isMore(long behind, long usually) {
        return behind > TIMES_THE_USUAL * usually && behind > FEW;
    }

    private Map<Evidence, Map<Long, Double>> metrics() throws InterruptedException {
        Map<Evidence, Map<Long, Double>> values = new EnumMap<>(Evidence.class);
        for (Metric metric : METRICS) {
            values.put(metric.evidence(), scene.services().metric(metric.service(), metric.name()));
        }
        return values;
    }

    private long grown(String name) {
        return scene.load().now().getOrDefault(name, 0L) - load.getOrDefault(name, 0L);
    }

    private long said(String service, Pattern pattern) throws IOException {
        return scene.services().logLines(service, logLengths, pattern);
    }
}
