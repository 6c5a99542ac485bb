package trading.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The queue against a plain list. Prints its seed; {@code -Dtrading.seed=} repeats a run. */
class ArrivalQueueTest {

    private final ArrivalQueue queue = new ArrivalQueue((order, slot) -> order.expirySlot = slot);
    private final List<Order> orders = new ArrayList<>();
    private final Book book = new Book("apple");
    private long offset;

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 17, 300, 5_000})
    void answersAsAListDoes(int fewOrMany) {
        long seed = Long.getLong("trading.seed", System.nanoTime());
        System.out.println("ArrivalQueueTest: -Dtrading.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        // Grows, stays, shrinks, and does so again.
        for (int step = 0; step < 8 * fewOrMany + 1_000; step++) {
            int wanted = step / (2 * fewOrMany + 1) % 2 == 0 ? fewOrMany : fewOrMany / 10;
            if (random.nextInt(2 * fewOrMany + 1) + orders.size() / 2 < wanted) {
                append(random.nextInt(100));
            } else if (!orders.isEmpty()) {
                remove(random.nextBoolean() ? 0 : random.nextInt(orders.size()));
            }
            check(random.nextLong(-1, 101), orders.isEmpty() ? null : orders.get(random.nextInt(orders.size())));
        }
    }

    private void append(long rank) {
        Order order = new Order(book, new PlaceOrder(offset++, new UUID(0, 0), Side.BUY, "apple", "ann", 1, rank, 0));
        orders.add(order);
        queue.append(order, rank);
    }

    private void remove(int index) {
        queue.remove(orders.remove(index).expirySlot);
    }

    private void check(long rank, @Nullable Order from) {
        assertThat(queue.size()).isEqualTo(orders.size());
        assertThat(queue.highestRank())
                .isEqualTo(orders.stream().mapToLong(order -> order.price).max().orElse(Long.MIN_VALUE));
        assertThat(queue.firstFrom(0, rank)).isSameAs(earliest(0, rank));
        if (from != null) {
            assertThat(queue.firstFrom(from.expirySlot, rank)).isSameAs(earliest(from.offset, rank));
            assertThat(queue.firstFrom(from.expirySlot + 1, rank)).isSameAs(earliest(from.offset + 1, rank));
        }
    }

    private @Nullable Order earliest(long fromOffset, long rank) {
        return orders.stream().filter(order -> order.offset >= fromOffset && order.price >= rank).findFirst()
                .orElse(null);
    }
}
