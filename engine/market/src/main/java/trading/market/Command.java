package trading.market;

/** What the orders log can ask of a market: to place an order, or to cancel one. */
public sealed interface Command permits PlaceOrder, CancelOrder {}
