package trading.system.faults;

import static trading.system.faults.Evidence.ANSWERED_503;
import static trading.system.faults.Evidence.ANSWERED_503_FULL;
import static trading.system.faults.Evidence.CONNECTIONS_CUT;
import static trading.system.faults.Evidence.DATABASE_UNREADABLE;
import static trading.system.faults.Evidence.DELETIONS_MISSED;
import static trading.system.faults.Evidence.ENGINES_FENCED;
import static trading.system.faults.Evidence.ENGINE_PARTITIONS_MOVED;
import static trading.system.faults.Evidence.ORDERS_UNREADABLE;
import static trading.system.faults.Evidence.PARTITIONS_COPIED;
import static trading.system.faults.Evidence.PERSISTERS_FENCED;
import static trading.system.faults.Evidence.PERSISTER_PARTITIONS_MOVED;
import static trading.system.faults.Evidence.PERSISTER_RETRIES;
import static trading.system.faults.Evidence.PROCESSES_REPLACED;
import static trading.system.faults.Evidence.RESULTS_UNREADABLE;
import static trading.system.faults.Evidence.ROWS_FOUND_THERE;
import static trading.system.faults.Evidence.SALES_BEHIND;
import static trading.system.faults.Evidence.SALES_UNREADABLE;
import static trading.system.faults.Evidence.SENT_AGAIN;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import trading.local.PortPlan;

/** The kinds of faults: what each does, and what must be seen of it from outside, or it has not bitten. */
public enum Kind {

    // @formatter:off
    KILL_GATEWAY("SIGKILL of the gateway",
            "gateway", Pause.NONE, Faults::killGateway,
            PROCESSES_REPLACED, SENT_AGAIN),
    KILL_ENGINE("SIGKILL of an engine",
            "engine", Pause.AFTER_KILL, Faults::killEngine,
            PROCESSES_REPLACED, ENGINE_PARTITIONS_MOVED),
    KILL_PERSISTER("SIGKILL of a persister",
            "persister", Pause.NONE, Faults::killPersister,
            PROCESSES_REPLACED, PERSISTER_PARTITIONS_MOVED),
    KILL_PERSISTER_BEFORE_COMMIT("SIGKILL of a persister whose rows are in, and whose results and offsets are not",
            "persister", Pause.NONE, Faults::killPersisterBeforeCommit,
            PROCESSES_REPLACED, PERSISTER_PARTITIONS_MOVED, ROWS_FOUND_THERE),
    KILL_BROKER("SIGKILL of the broker",
            "broker", Pause.NONE, Faults::killBroker,
            PROCESSES_REPLACED, SENT_AGAIN),
    LOSE_DISKS("SIGKILL of a broker whose disk is lost with it; when the others' copies are there again, of the next, until none is left",
            "broker", Pause.NONE, Faults::loseDisks,
            PROCESSES_REPLACED, PARTITIONS_COPIED),
    KILL_DATABASE("SIGKILL of the database",
            "database", Pause.NONE, Faults::killDatabase,
            PROCESSES_REPLACED, PERSISTER_RETRIES),
    STALL_GATEWAY("SIGSTOP of the gateway for longer than any client waits, then SIGCONT",
            "gateway", Pause.NONE, Faults::stallGateway,
            SENT_AGAIN),
    STALL_ENGINE("SIGSTOP of an engine until others own its partitions, then SIGCONT",
            "engine", Pause.AFTER_KILL, Faults::stallEngine,
            ENGINE_PARTITIONS_MOVED, ENGINES_FENCED),
    STALL_ENGINE_PAST_RETENTION(
            "SIGSTOP of an engine until its changelog keeps no deletions that it missed, then SIGCONT",
            "engine", Pause.AFTER_KILL, Faults::stallEnginePastRetention,
            ENGINE_PARTITIONS_MOVED, DELETIONS_MISSED),
    STALL_PERSISTER("SIGSTOP of a persister within a statement until others own its partitions, then SIGCONT",
            "persister", Pause.NONE, Faults::stallPersister,
            PERSISTER_PARTITIONS_MOVED, PERSISTERS_FENCED),
    STALL_BROKER("SIGSTOP of a broker for longer than sessions, transactions and orders wait for it, then SIGCONT",
            "broker", Pause.NONE, Faults::stallBroker,
            SENT_AGAIN),
    VANISH_BROKER("one of several brokers vanishes: SIGSTOP, and whoever connects to it hears nothing, then SIGCONT",
            "broker", Pause.NONE, Faults::vanishBroker,
            SENT_AGAIN),
    SCALE_ENGINES("engines from 2 to 4, to 1, to 2",
            "engine", Pause.PLANNED, Faults::scaleEngines,
            ENGINE_PARTITIONS_MOVED),
    SCALE_PERSISTERS("persisters from 2 to 3, to 1, to 2",
            "persister", Pause.NONE, Faults::scalePersisters,
            PERSISTER_PARTITIONS_MOVED),
    ROLLING_RESTART("SIGTERM of one engine after the other, each started again",
            "engine", Pause.PLANNED, Faults::rollingRestart,
            PROCESSES_REPLACED, ENGINE_PARTITIONS_MOVED),
    SLOW_DATABASE("the database answers late",
            "persister", Pause.NONE, Faults::slowDatabase,
            SALES_BEHIND),
    CUT_GATEWAY_KAFKA("the gateway cut off from Kafka",
            "gateway", Pause.NONE, Faults::cutGatewayKafka,
            CONNECTIONS_CUT, SENT_AGAIN, ANSWERED_503),
    CUT_ENGINE_KAFKA("all engines cut off from Kafka",
            "engine", Pause.NONE, Faults::cutEngineKafka,
            CONNECTIONS_CUT, ENGINE_PARTITIONS_MOVED),
    CUT_PERSISTER_KAFKA("all persisters cut off from Kafka",
            "persister", Pause.NONE, Faults::cutPersisterKafka,
            CONNECTIONS_CUT, SALES_BEHIND),
    CUT_GATEWAY_DATABASE("the gateway cut off from the database",
            "gateway", Pause.NONE, Faults::cutGatewayDatabase,
            CONNECTIONS_CUT, DATABASE_UNREADABLE),
    CUT_PERSISTER_DATABASE("all persisters cut off from the database",
            "persister", Pause.NONE, Faults::cutPersisterDatabase,
            CONNECTIONS_CUT, PERSISTER_RETRIES, SALES_BEHIND),
    POISON("records that nobody can read, on every topic",
            "broker", Pause.NONE, Faults::poison,
            ORDERS_UNREADABLE, SALES_UNREADABLE, RESULTS_UNREADABLE),
    FULL_BUFFER("nothing passes between the gateway and Kafka until the gateway holds all that it may",
            "gateway", Pause.NONE, Faults::fullBuffer,
            ANSWERED_503, ANSWERED_503_FULL);
    // @formatter:on

    /** Which limit holds for the time that a partition does not trade. */
    enum Pause {
        /** No limit: trading waits for what is away. */
        NONE(Long.MAX_VALUE),
        /** Until what a dead engine traded is traded elsewhere. */
        AFTER_KILL(15_000),
        /** A planned move. */
        PLANNED(3_000);

        private final long limitMillis;

        Pause(long limitMillis) {
            this.limitMillis = limitMillis;
        }

        long limitMillis() {
            return limitMillis;
        }
    }

    /** What brings the fault about and heals it. */
    @FunctionalInterface
    interface Action {
        void run(Scene scene) throws IOException, InterruptedException;
    }

    private final String does;
    private final String service;
    private final Pause pause;
    @SuppressWarnings("ImmutableEnumChecker") // A static method.
    private final Action action;

    @SuppressWarnings("ImmutableEnumChecker") // Never changed, and not handed out of this package.
    private final Set<Evidence> mustBeSeen;

    Kind(String does, String service, Pause pause, Action action, Evidence first, Evidence... more) {
        this.does = does;
        this.service = service;
        this.pause = pause;
        this.action = action;
        this.mustBeSeen = EnumSet.of(first, more);
    }

    /** The name on the command line, such as {@code kill-engine}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it does, in words. */
    public String does() {
        return does;
    }

    /** Whose processes it is about: all of them must be up before it begins. */
    String service() {
        return service;
    }

    /** How many brokers it needs: without others, what it takes away is gone. */
    public int brokers() {
        return switch (this) {
            case LOSE_DISKS, VANISH_BROKER -> PortPlan.MAX_BROKERS;
            default -> 1;
        };
    }

    Pause pause() {
        return pause;
    }

    Action action() {
        return action;
    }

    Set<Evidence> mustBeSeen() {
        return mustBeSeen;
    }

    /**
     * The kind of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Kind of(String label) {
        for (Kind kind : values()) {
            if (kind.label().equals(label)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("--kinds: " + label + " (expected: of "
                + String.join(", ", Arrays.stream(values()).map(Kind::label).toList()) + ")");
    }
}
