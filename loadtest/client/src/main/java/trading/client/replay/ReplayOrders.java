package trading.client.replay;

import java.util.UUID;
import trading.market.Side;
import trading.wire.OrderId;
import trading.wire.Price;
import trading.wire.Topics;

/**
 * Rows of order flow as the gateway takes them. The ids are made from the run and the row's order id, so that a cancel can
 * name its order, and a line that is sent again is the same order. Safe for use by any thread.
 *
 * @param run tells this replay from all others
 */
record ReplayOrders(String run) {

    private static final String BUYER = "replay-buyer";
    private static final String SELLER = "replay-seller";

    /** The id that the gateway gives to a row's order. */
    UUID orderId(String symbol, Side side, String rowOrderId) {
        return OrderId.ofClient(Topics.partition(symbol), user(side), symbol, clientOrderId(rowOrderId));
    }

    /** The line that places an order. Names and ids are within the wire's limits, so nothing needs to be escaped. */
    String line(FlowRow.Add row) {
        return "{\"side\":\"" + row.side() + "\",\"productId\":\"" + row.symbol() + "\",\"quantity\":" + row.quantity()
                + ",\"price\":\"" + Price.format(row.priceTicks()) + "\",\"userId\":\"" + user(row.side())
                + "\",\"clientOrderId\":\"" + clientOrderId(row.orderId()) + "\"}\n";
    }

    /** The line that cancels it. */
    String line(FlowRow.Cancel row) {
        return "{\"cancel\":\"" + orderId(row.symbol(), row.side(), row.orderId()) + "\",\"userId\":\""
                + user(row.side()) + "\"}\n";
    }

    private String clientOrderId(String rowOrderId) {
        return run + ":" + rowOrderId;
    }

    private static String user(Side side) {
        return side == Side.BUY ? BUYER : SELLER;
    }
}
