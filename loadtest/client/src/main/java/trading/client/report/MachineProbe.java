package trading.client.report;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/** Two fixed pieces of work that tell how fast a machine is at the moment: the median of a few rounds of each. */
final class MachineProbe {

    private static final int ROUNDS = 5;
    private static final int MEGABYTES = 64;
    private static final int CACHE_LINE_INTS = 16;
    private static final int READS = 250_000;
    private static final int STEPS = 20_000_000;

    private MachineProbe() {}

    /** Nanoseconds for one read that depends on the one before, each from a cache line of its own, in random order. */
    static double memoryNanos() {
        int lines = MEGABYTES * 1024 * 1024 / (CACHE_LINE_INTS * Integer.BYTES);
        int[] next = new int[lines * CACHE_LINE_INTS];
        int[] order = cycle(lines);
        for (int line = 0; line < lines; line++) {
            next[line * CACHE_LINE_INTS] = order[line] * CACHE_LINE_INTS;
        }
        return median(READS, start -> {
            int at = start;
            for (int read = 0; read < READS; read++) {
                at = next[at];
            }
            return at;
        });
    }

    /** Nanoseconds for one step of xorshift. */
    static double stepNanos() {
        return median(STEPS, start -> {
            int value = start | 1;
            for (int step = 0; step < STEPS; step++) {
                value ^= value << 13;
                value ^= value >>> 17;
                value ^= value << 5;
            }
            return value;
        });
    }

    /** Sattolo's shuffle: one cycle through all. */
    private static int[] cycle(int length) {
        int[] order = new int[length];
        Arrays.setAll(order, i -> i);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = length - 1; i > 0; i--) {
            int other = random.nextInt(i);
            int kept = order[i];
            order[i] = order[other];
            order[other] = kept;
        }
        return order;
    }

    private static double median(int steps, IntUnaryOperator work) {
        // The first call is interpreted and compiled; each goes on where the one before ended, so that none can be left out.
        int at = work.applyAsInt(0);
        double[] nanos = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long startNanos = System.nanoTime();
            at = work.applyAsInt(at);
            nanos[round] = (System.nanoTime() - startNanos) / (double) steps;
        }
        Arrays.sort(nanos);
        return nanos[ROUNDS / 2];
    }
}
