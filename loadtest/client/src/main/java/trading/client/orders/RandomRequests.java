package trading.client.orders;

import java.io.IOException;
import java.util.Arrays;

/** Random orders, in chunks and in requests of their own. Safe for use by any thread. */
public record RandomRequests(OrdersEndpoint chunks, SingleOrders singles, RandomOrders inChunks, RandomOrders inSingles,
        int ordersInChunk) {

    /** Sends a chunk. */
    public Answers chunk(long number) throws IOException, InterruptedException {
        byte[] buffer = new byte[ordersInChunk * RandomOrders.MAX_LINE_LENGTH];
        return chunks.send(buffer, inChunks.chunk(number, ordersInChunk, buffer), ordersInChunk);
    }

    /** Sends one order: the first or the second of a pair, by turns. */
    public Answers single(long number) throws IOException, InterruptedException {
        byte[] buffer = new byte[2 * RandomOrders.MAX_LINE_LENGTH];
        int length = inSingles.chunk(number / 2, 2, buffer);
        int end = 0;
        while (buffer[end] != '\n') {
            end++;
        }
        int from = number % 2 == 0 ? 0 : end + 1;
        int to = number % 2 == 0 ? end : length;
        byte[] order = Arrays.copyOfRange(buffer, from, to);
        return singles.send(order, order.length);
    }
}
