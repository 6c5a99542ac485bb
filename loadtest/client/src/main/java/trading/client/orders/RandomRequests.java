package trading.client.orders;

import java.util.Arrays;

/** Random orders, in chunks and in requests of their own. Safe for use by any thread. */
public record RandomRequests(OrdersEndpoint chunks, SingleOrders single, RandomOrders inChunks, RandomOrders inSingles,
        int ordersInChunk) {

    /** Requests of a chunk. */
    public Requests wholeChunks() {
        return number -> {
            byte[] buffer = new byte[ordersInChunk * RandomOrders.MAX_LINE_LENGTH];
            return chunks.begin(buffer, inChunks.chunk(number, ordersInChunk, buffer), ordersInChunk);
        };
    }

    /** Requests of one order: the first or the second of a pair, by turns. */
    public Requests singles() {
        return number -> {
            byte[] order = order(number);
            return single.begin(order, order.length);
        };
    }

    private byte[] order(long number) {
        byte[] buffer = new byte[2 * RandomOrders.MAX_LINE_LENGTH];
        int length = inSingles.chunk(number / 2, 2, buffer);
        int end = 0;
        while (buffer[end] != '\n') {
            end++;
        }
        return number % 2 == 0 ? Arrays.copyOf(buffer, end) : Arrays.copyOfRange(buffer, end + 1, length);
    }
}
