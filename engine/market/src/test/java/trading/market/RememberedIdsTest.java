package trading.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RememberedIdsTest {

    private final RememberedIds remembered = new RememberedIds();

    @Test
    void remembersForTheWindowAndNoLonger() {
        remembered.add(id(1), 100);
        remembered.add(id(2), 100);
        remembered.add(id(3), 101);
        remembered.forget(110, 10);
        assertThat(List.of(id(1), id(2), id(3))).allMatch(remembered::contains);
        remembered.forget(111, 10);
        assertThat(List.of(id(1), id(2))).noneMatch(remembered::contains);
        assertThat(remembered.contains(id(3))).isTrue();
        remembered.add(id(4), 111);
        remembered.forget(Long.MAX_VALUE, 0);
        assertThat(List.of(id(3), id(4))).noneMatch(remembered::contains);
        assertThat(remembered.size()).isZero();
    }

    @Test
    void shortensTheWindowToKeepNoMoreThanSoMany() {
        remembered.add(id(1), 100);
        remembered.add(id(2), 100);
        remembered.add(id(3), 105);
        remembered.add(id(4), 110);
        assertThat(remembered.windowMillis(110, 60, 4)).isEqualTo(60);
        assertThat(remembered.windowMillis(110, 60, 3)).isEqualTo(9);
        assertThat(remembered.windowMillis(110, 60, 2)).isEqualTo(9);
        assertThat(remembered.windowMillis(110, 60, 1)).isEqualTo(4);
        assertThat(remembered.windowMillis(110, 3, 1)).isEqualTo(3);
        assertThat(remembered.windowMillis(110, 60, 0)).isZero();
        remembered.forget(110, remembered.windowMillis(110, 60, 2));
        assertThat(List.of(id(1), id(2))).noneMatch(remembered::contains);
        assertThat(List.of(id(3), id(4))).allMatch(remembered::contains);
    }

    /** Prints its seed; {@code -Dtrading.seed=} repeats a run. */
    @Test
    void answersAsAMapDoes() {
        long seed = Long.getLong("trading.seed", System.nanoTime());
        System.out.println("RememberedIdsTest: -Dtrading.seed=" + seed);
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
                remembered.add(id, now);
                expected.put(id, now);
                all.add(id);
            }
            long oldest = now - 100;
            remembered.forget(now, 100);
            expected.values().removeIf(leftAt -> leftAt < oldest);
            assertThat(remembered.size()).isEqualTo(expected.size());
            for (int i = 0; i < 20 && !all.isEmpty(); i++) {
                UUID id = all.get(all.size() - 1 - random.nextInt(Math.min(all.size(), 5_000)));
                assertThat(remembered.contains(id)).isEqualTo(expected.containsKey(id));
            }
        }
    }

    private static UUID id(long number) {
        return new UUID(0x8000, 1L << 63 | number);
    }
}
