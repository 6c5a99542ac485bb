package trading.system.load;

/**
 * A line of a request: what a client does about an order.
 *
 * @param text with its newline
 */
record Line(Purpose purpose, ClientOrder order, String text) {

    enum Purpose {
        /** The order is sent, or sent again because nobody has answered yet. */
        PLACE,
        /** It was answered, and is sent once more. */
        REPEAT,
        /** It was answered, and is sent once more with another price. */
        CHANGE_PRICE, CANCEL
    }

    static Line place(ClientOrder order) {
        return new Line(Purpose.PLACE, order, order.line());
    }

    static Line repeat(ClientOrder order) {
        return new Line(Purpose.REPEAT, order, order.line());
    }

    static Line changePrice(ClientOrder order) {
        return new Line(Purpose.CHANGE_PRICE, order, order.line(RandomOrders.otherPrice(order)));
    }

    static Line cancel(ClientOrder order) {
        return new Line(Purpose.CANCEL, order, order.cancelLine());
    }
}
