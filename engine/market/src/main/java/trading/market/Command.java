package trading.market;

import java.util.UUID;

/** What the orders log can ask of a market: to place an order, or to cancel one. */
public sealed interface Command permits PlaceOrder, CancelOrder {

    /** The order that it is about. */
    UUID orderId();
}
