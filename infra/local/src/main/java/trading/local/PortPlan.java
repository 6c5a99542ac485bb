package trading.local;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where each process of a stack listens: all ports are counted from one, so that stacks run side by side.
 *
 * @param base the gateway's port
 */
public record PortPlan(int base) {

    static final int DEFAULT_BASE = 8080;

    /** Engines, and persisters, of one stack. */
    public static final int MAX_INSTANCES = 30;

    /** Brokers of one stack. */
    public static final int MAX_BROKERS = 3;

    /** The lowest base; those below are the system's. */
    public static final int LOWEST_BASE = 1024;

    private static final int CONTROL = 1;
    private static final int KAFKA = 10;
    private static final int DATABASE = 12;

    /** The second broker, and after it the third; each has its controller on the next port, as the first one has. */
    private static final int KAFKA_2 = 13;
    private static final int ENGINES = 20;
    private static final int PERSISTERS = 50;
    private static final int DETOURS = 81;
    private static final int WIDTH = 100;

    /** Services that have a listener of each broker for themselves when they take a detour: that of the first broker. */
    private static final Map<String, Integer> KAFKA_OF = Map.of("gateway", 2, "engine", 5, "persister", 17);

    /** The highest base that leaves room for all ports. */
    public static final int HIGHEST_BASE = 65_535 - WIDTH;

    private static final int STEP = 1_000;
    private static final int FIRST_RANDOM = 10_000;
    private static final int LAST_RANDOM = 32_000;
    private static final int ATTEMPTS = 1_000;

    public PortPlan {
        if (base < LOWEST_BASE || base > HIGHEST_BASE) {
            throw new IllegalArgumentException(
                    "--port-base: " + base + " (expected: a whole number from " + LOWEST_BASE + " to " + HIGHEST_BASE
                            + ")");
        }
    }

    /** A random plan, none of whose ports anybody listens on now. */
    public static PortPlan free() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            PortPlan plan = new PortPlan(ThreadLocalRandom.current().nextInt(FIRST_RANDOM, LAST_RANDOM));
            if (plan.taken(MAX_BROKERS, MAX_INSTANCES, MAX_INSTANCES, true).isEmpty()) {
                return plan;
            }
        }
        throw new IllegalStateException("no free ports from " + FIRST_RANDOM + " to " + LAST_RANDOM);
    }

    /** The first plan after this one with all ports free, in steps that one remembers. */
    PortPlan nextFree() {
        for (int next = base + STEP; next <= HIGHEST_BASE; next += STEP) {
            PortPlan plan = new PortPlan(next);
            if (plan.taken(MAX_BROKERS, MAX_INSTANCES, MAX_INSTANCES, true).isEmpty()) {
                return plan;
            }
        }
        return free();
    }

    public int gateway() {
        return base;
    }

    public int control() {
        return base + CONTROL;
    }

    /** @param broker from 1 to {@link #MAX_BROKERS} */
    public int kafka(int broker) {
        return base + (broker == 1 ? KAFKA : KAFKA_2 + 2 * (broker - 2));
    }

    /** @param broker from 1 to {@link #MAX_BROKERS} */
    int kafkaController(int broker) {
        return kafka(broker) + 1;
    }

    public int database() {
        return base + DATABASE;
    }

    /**
     * Where a broker listens for one service that takes a detour.
     *
     * @param service {@code gateway}, {@code engine} or {@code persister}
     * @param broker from 1 to {@link #MAX_BROKERS}
     */
    public int kafkaOf(String service, int broker) {
        Integer first = KAFKA_OF.get(service);
        if (first == null) {
            throw new IllegalArgumentException(service + " (expected: gateway, engine or persister)");
        }
        return base + first + broker - 1;
    }

    /**
     * A port for whoever offers a detour.
     *
     * @param number from 1 to 19
     */
    public int detour(int number) {
        return base + DETOURS + number - 1;
    }

    /** @param number from 1 to {@link #MAX_INSTANCES} */
    public int engine(int number) {
        return base + ENGINES + number;
    }

    /** @param number from 1 to {@link #MAX_INSTANCES} */
    public int persister(int number) {
        return base + PERSISTERS + number;
    }

    /** The ports of such a stack on which somebody listens already, each with what it is for. */
    List<String> taken(int brokers, int engines, int persisters, boolean ownDatabase) {
        Map<Integer, String> needed = new LinkedHashMap<>();
        needed.put(gateway(), "the gateway");
        needed.put(control(), "the stack's control");
        for (int broker = 1; broker <= brokers; broker++) {
            needed.put(kafka(broker), "broker " + broker);
            needed.put(kafkaController(broker), "the controller of broker " + broker);
        }
        if (ownDatabase) {
            needed.put(database(), "the database");
        }
        for (int number = 1; number <= engines; number++) {
            needed.put(engine(number), "engine-" + number);
        }
        for (int number = 1; number <= persisters; number++) {
            needed.put(persister(number), "persister-" + number);
        }
        List<String> taken = new ArrayList<>();
        needed.forEach((port, use) -> {
            if (!Ports.isFree(port)) {
                taken.add(port + " for " + use);
            }
        });
        return taken;
    }
}
