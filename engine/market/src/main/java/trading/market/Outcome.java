package trading.market;

import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What a batch did: the events ({@code sales}, {@code closed}, {@code rested}), and what a copy of the market must
 * change to stand where this one stands ({@code rested}, {@code changed}, {@code gone}, {@code lastTradeIds},
 * {@code rememberedIds}).
 *
 * @param closed orders that left with something left, in the order in which they closed
 * @param sales in the order in which they were made
 * @param rested orders of this batch that are open at its end, oldest first
 * @param changed orders of earlier batches that are still open with less remaining, as they stand now
 * @param gone offsets of orders of earlier batches that are no longer open
 * @param lastTradeIds the last trade id of each product that had a sale
 * @param rememberedIds ids made by clients whose orders this batch filled or closed: remembered from now on, for the window
 * @param repeated orders that were ignored because their id was known
 * @param conflicting repeated orders that differ from the open order whose id they carry
 * @param oldestAcceptedAtMillis when the log took the oldest order of earlier batches that this one sold or closed,
 *        {@code Long.MAX_VALUE} if it did so with none
 */
public record Outcome(List<ClosedOrder> closed, List<Sale> sales, List<OpenOrder> rested, List<OpenOrder> changed,
        List<Long> gone, Map<String, Long> lastTradeIds, List<UUID> rememberedIds,
        int repeated, int conflicting, long oldestAcceptedAtMillis) {}
