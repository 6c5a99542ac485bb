package trading.client.audit;

import java.time.LocalDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The tables that persisters fill. For one thread. */
interface Rows extends AutoCloseable {

    /** Sales of a product, from one trade id to another. */
    record Range(String productId, long first, long last) {}

    /** The trade ids that a product has in SALES. */
    record TradeIds(long rows, long first, long last) {}

    /** Rows of SALES in these ranges, by product and trade id. */
    void sales(Collection<Range> ranges, Consumer<SalesRow> rows);

    /** How many rows of SALES are in a range. */
    long countSales(Range range);

    /** Every product in SALES. */
    Map<String, TradeIds> products();

    /** Trade ids of a product outside of a range, the highest first, so many at most. */
    List<Long> tradeIdsOutside(Range range, int limit);

    /** A row of CLOSED_ORDERS: an order whose id is forgotten may be placed, and close, again. */
    record Closing(String orderId, LocalDateTime closedAt) {}

    /** Rows of CLOSED_ORDERS of these orders. */
    void closedOrders(Collection<String> orderIds, Consumer<ClosedOrdersRow> rows);

    /**
     * How many rows of CLOSED_ORDERS each product has.
     *
     * @param afterMillis by partition: its rows up to this moment are left out
     */
    Map<String, Long> closedOrdersByProduct(Map<Integer, Long> afterMillis);

    /** A product's rows of CLOSED_ORDERS after a moment. */
    void closings(String productId, long afterMillis, Consumer<Closing> closings);

    @Override
    void close();
}
