package trading.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HashIndexTest {

    private final HashIndex index = new HashIndex();

    @Test
    void findsEveryNumberOfAHash() {
        index.add(7, 1);
        index.add(7, -2);
        index.add(7 + 16, 3);
        assertThat(numbers(7)).containsExactlyInAnyOrder(1, -2);
        assertThat(numbers(7 + 16)).containsExactly(3);
        assertThat(numbers(8)).isEmpty();
        index.remove(7, 1);
        assertThat(numbers(7)).containsExactly(-2);
        assertThat(numbers(7 + 16)).containsExactly(3);
    }

    /** Few hashes, many of them neighbours: runs of entries that reach around the end of the table. Prints its seed. */
    @Test
    void answersAsASetDoes() {
        long seed = Long.getLong("trading.seed", System.nanoTime());
        System.out.println("HashIndexTest: -Dtrading.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        Set<List<Integer>> expected = new HashSet<>();
        for (int step = 0; step < 100_000; step++) {
            int hash = random.nextInt(5) == 0 ? -1 - random.nextInt(3) : 1 + random.nextInt(40);
            int number = random.nextInt(step / 10_000 % 2 == 0 ? 20 : 2);
            if (expected.remove(List.of(hash, number))) {
                index.remove(hash, number);
            } else if (expected.remove(List.of(hash, number + 1))) {
                index.renumber(hash, number + 1, number);
                expected.add(List.of(hash, number));
            } else {
                index.add(hash, number);
                expected.add(List.of(hash, number));
            }
            assertThat(index.size()).isEqualTo(expected.size());
            int asked = random.nextInt(5) == 0 ? -1 - random.nextInt(3) : 1 + random.nextInt(40);
            if (step % 10 == 0) {
                assertThat(numbers(asked)).containsExactlyInAnyOrderElementsOf(
                        expected.stream().filter(one -> one.getFirst() == asked).map(List::getLast).toList());
            }
        }
    }

    private List<Integer> numbers(int hash) {
        List<Integer> numbers = new ArrayList<>();
        for (int entry = index.first(hash); entry != HashIndex.NONE; entry = index.next(entry)) {
            numbers.add(index.number(entry));
        }
        return numbers;
    }
}
