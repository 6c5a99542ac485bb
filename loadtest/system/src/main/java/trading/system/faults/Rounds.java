package trading.system.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Which kinds of faults come in which round. For one thread. */
final class Rounds {

    private static final int FAULTS = 5;

    private final List<Kind> kinds;
    private final boolean each;
    private final Duration length;
    private final RandomGenerator random;
    private final List<Kind> toCome = new ArrayList<>();
    private boolean begun;

    /**
     * @param each whether every kind comes once, however long that takes
     * @param length after which no further round begins otherwise
     */
    Rounds(List<Kind> kinds, boolean each, Duration length, RandomGenerator random) {
        this.kinds = kinds;
        this.each = each;
        this.length = length;
        this.random = random;
    }

    /**
     * The kinds of the next round, in their order; none if there is no further round. There is a first one in any case.
     *
     * @param passed since the run began
     */
    List<Kind> next(Duration passed) {
        if (begun && !each && passed.compareTo(length) >= 0) {
            return List.of();
        }
        if (toCome.isEmpty() && !(begun && each)) {
            toCome.addAll(kinds);
            Collections.shuffle(toCome, Random.from(random));
        }
        begun = true;
        List<Kind> first = toCome.subList(0, Math.min(FAULTS, toCome.size()));
        List<Kind> now = List.copyOf(first);
        first.clear();
        return now;
    }
}
