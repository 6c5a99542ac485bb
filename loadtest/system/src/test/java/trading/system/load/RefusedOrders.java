package trading.system.load;

import trading.wire.proto.Side;

/** Orders that every gateway refused, for tests of those who hold that against the log. */
public final class RefusedOrders {

    private RefusedOrders() {}

    /** One whose client gave up. */
    public static ClientOrder one() {
        ClientOrder order = new ClientOrder(Side.BUY, "apple", "bob", "refused", 5, 0, false);
        order.refused(true);
        return order;
    }
}
