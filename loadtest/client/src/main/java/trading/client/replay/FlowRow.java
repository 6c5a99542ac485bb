package trading.client.replay;

import trading.market.Side;

/** A row of an order flow file. */
sealed interface FlowRow {

    /** Line of the file, from 1. */
    long line();

    /** A new order. */
    record Add(long line, String orderId, Side side, long quantity, long priceTicks, String symbol)
            implements
                FlowRow {}

    /** An order is withdrawn, if anything is left of it. */
    record Cancel(long line, String orderId, Side side, String symbol) implements FlowRow {}

    /** A row that cannot be read, and why. */
    record Bad(long line, String reason) implements FlowRow {}
}
