package trading.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DoneIdsTest {

    private final DoneIds done = new DoneIds();

    @Test
    void remembersForTheWindowAndNoLonger() {
        done.add(id(1), 100);
        done.add(id(2), 100);
        done.add(id(3), 101);
        done.forget(110, 10);
        assertThat(List.of(id(1), id(2), id(3))).allMatch(done::contains);
        done.forget(111, 10);
        assertThat(List.of(id(1), id(2))).noneMatch(done::contains);
        assertThat(done.contains(id(3))).isTrue();
        done.add(id(4), 111);
        done.forget(Long.MAX_VALUE, 0);
        assertThat(List.of(id(3), id(4))).noneMatch(done::contains);
        assertThat(done.size()).isZero();
    }

    @Test
    void shortensTheWindowToKeepNoMoreThanSoMany() {
        done.add(id(1), 100);
        done.add(id(2), 100);
        done.add(id(3), 105);
        done.add(id(4), 110);
        assertThat(done.windowMillis(110, 60, 4)).isEqualTo(60);
        assertThat(done.windowMillis(110, 60, 3)).isEqualTo(9);
        assertThat(done.windowMillis(110, 60, 2)).isEqualTo(9);
        assertThat(done.windowMillis(110, 60, 1)).isEqualTo(4);
        assertThat(done.windowMillis(110, 3, 1)).isEqualTo(3);
        assertThat(done.windowMillis(110, 60, 0)).isZero();
        done.forget(110, done.windowMillis(110, 60, 2));
        assertThat(List.of(id(1), id(2))).noneMatch(done::contains);
        assertThat(List.of(id(3), id(4))).allMatch(done::contains);
    }

    /** Prints its seed; {@code -Dtrading.seed=} repeats a run. */
    @Test
    void answersAsAMapDoes() {
        long seed = Long.getLong("trading.seed", System.nanoTime());
        System.out.println("DoneIdsTest: -Dtrading.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        Map<UUID, Long> expected = new LinkedHashMap<>();
        List<UUID> all = new ArrayList<>();
        long now = 0;
        for (int batch = 0; batch < 3_000; batch++) {
            now += random.nextInt(3);
            // Quiet times and busy ones, so that it grows and shrinks.
            int ids = random.nextInt(batch / 500 % 2 == 0 ? 60 : 2);
            for (int i = 0; i < ids; i++) {
                UUID id = new UUID(random.nextInt(3), random.nextLong());
                done.add(id, now);
                expected.put(id, now);
                all.add(id);
            }
            long oldest = now - 100;
            done.forget(now, 100);
            expected.values().removeIf(closedAt -> closedAt < oldest);
            assertThat(done.size()).isEqualTo(expected.size());
            for (int i = 0; i < 20 && !all.isEmpty(); i++) {
                UUID id = all.get(all.size() - 1 - random.nextInt(Math.min(all.size(), 5_000)));
                assertThat(done.contains(id)).isEqualTo(expected.containsKey(id));
            }
        }
    }

    private static UUID id(long number) {
        return new UUID(0x8000, 1L << 63 | number);
    }
}
