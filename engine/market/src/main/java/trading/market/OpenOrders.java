package trading.market;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The open orders by their ids. Not safe for use by several threads. */
final class OpenOrders {

    private static final int SMALLEST = 16;

    private final HashIndex index = new HashIndex();

    /** Each order at its number. */
    private @Nullable Order[] orders = new Order[SMALLEST];

    /** Numbers below {@code usedNumbers} that orders gave back, the last one on top. */
    private int[] freeNumbers = new int[SMALLEST];
    private int freeCount;
    private int usedNumbers;

    /** {@link HashIndex#fetch}, for what is about to be asked for, added or removed. */
    void fetch(int idHash) {
        index.fetch(idHash);
    }

    @Nullable
    Order get(UUID orderId) {
        for (int entry = index.first(HashIndex.hash(orderId)); entry != HashIndex.NONE; entry = index.next(entry)) {
            Order order = orders[index.number(entry)];
            if (order != null && order.orderId.equals(orderId)) {
                return order;
            }
        }
        return null;
    }

    void add(Order order) {
        order.number = freeCount > 0 ? freeNumbers[--freeCount] : newNumber();
        orders[order.number] = order;
        index.add(order.idHash, order.number);
    }

    void remove(Order order) {
        orders[order.number] = null;
        freeNumbers[freeCount++] = order.number;
        index.remove(order.idHash, order.number);
    }

    /** All of them, by age. */
    List<Order> oldestFirst() {
        List<Order> open = new ArrayList<>(size());
        for (Order order : orders) {
            if (order != null) {
                open.add(order);
            }
        }
        open.sort(Comparator.comparingLong(order -> order.offset));
        return open;
    }

    int size() {
        return index.size();
    }

    private int newNumber() {
        if (usedNumbers == orders.length) {
            orders = Arrays.copyOf(orders, 2 * usedNumbers);
            freeNumbers = Arrays.copyOf(freeNumbers, 2 * usedNumbers);
        }
        return usedNumbers++;
    }
}
