package trading.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trading.market.CancelOrder;
import trading.market.PlaceOrder;
import trading.market.Side;
import trading.market.TimeInForce;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.Command;

class CommandsTest {

    private static final int PARTITION = Topics.partition("apple");
    private static final UUID ORDER_ID = OrderId.ofClient(PARTITION, "ann", "apple", "order-1");
    private static final long OFFSET = 42;
    private static final long ACCEPTED_AT = 1_000_000;

    /** Bytes as version 1 wrote them. They stay here for ever: logs keep what they hold. */
    private static final String STORED_PLACE = "0a25092580adb8b9773a1f112bbaf2b4236d09a2180222056170706c652a03616e6e300538e05d";

    private static final String STORED_CANCEL = "1217092580adb8b9773a1f112bbaf2b4236d09a21a03616e6e";

    /** As they are written since orders may have a time in force. */
    private static final String STORED_GTT = "0a2b092580adb8b9773a1f112bbaf2b4236d09a2180222056170706c652a03616e6e300538e05d400148c1843d";
    private static final String STORED_IOC = "0a27092580adb8b9773a1f112bbaf2b4236d09a2180222056170706c652a03616e6e300538e05d4003";

    @Test
    void storedOrdersAreStillRead() throws UnreadableCommand {
        assertThat(read(HexFormat.of().parseHex(STORED_PLACE))).isEqualTo(
                new PlaceOrder(OFFSET, ORDER_ID, Side.SELL, "apple", "ann", 5, 12_000, ACCEPTED_AT));
        assertThat(read(HexFormat.of().parseHex(STORED_CANCEL))).isEqualTo(new CancelOrder(ORDER_ID, "ann"));
    }

    @Test
    void storedOrdersWithATimeInForceAreStillRead() throws UnreadableCommand {
        assertThat(read(HexFormat.of().parseHex(STORED_GTT))).isEqualTo(new PlaceOrder(OFFSET, ORDER_ID, Side.SELL,
                "apple", "ann", 5, 12_000, ACCEPTED_AT, TimeInForce.GTT, 1_000_001));
        assertThat(read(HexFormat.of().parseHex(STORED_IOC))).isEqualTo(new PlaceOrder(OFFSET, ORDER_ID, Side.SELL,
                "apple", "ann", 5, 12_000, ACCEPTED_AT, TimeInForce.IOC, 0));
        assertThat(HexFormat.of().formatHex(place(gtt(1_000_001)))).isEqualTo(STORED_GTT);
        assertThat(HexFormat.of().formatHex(place(o -> o.setTimeInForce(trading.wire.proto.TimeInForce.IOC))))
                .isEqualTo(STORED_IOC);
    }

    @Test
    void ordersAreWrittenAsTheyWereStored() {
        assertThat(HexFormat.of().formatHex(place(order -> {}))).isEqualTo(STORED_PLACE);
        assertThat(HexFormat.of().formatHex(cancel("ann"))).isEqualTo(STORED_CANCEL);
    }

    @Test
    void aBuyerWithoutAPriceTakesAny() throws UnreadableCommand {
        byte[] order = place(o -> o.setSide(trading.wire.proto.Side.BUY).clearPrice());

        assertThat(read(order)).isEqualTo(new PlaceOrder(OFFSET, ORDER_ID, Side.BUY, "apple", "ann", 5,
                PlaceOrder.ANY_PRICE, ACCEPTED_AT));
    }

    @Test
    void whatBreaksALimitIsUnreadable() {
        assertUnreadable(place(o -> o.setQuantity(0)), "quantity: 0 (expected: a whole number from 1)");
        assertUnreadable(place(o -> o.setQuantity(1_000_000_000_000_001L)),
                "quantity: 1000000000000001 (expected: a whole number up to 1000000000000000)");
        assertUnreadable(place(o -> o.setPrice(0)), "price: 0.00 (expected: a price from 0.0001)");
        assertUnreadable(place(o -> o.setPrice(-1)), "price: -0.0001 (expected: a price from 0.0001)");
        assertUnreadable(place(o -> o.setPrice(Long.MAX_VALUE)),
                "price: 922337203685477.5807 (expected: a price up to 99999999999999.9999)");
        assertUnreadable(place(o -> o.setPrice(Long.MIN_VALUE)),
                "price: -922337203685477.5808 (expected: a price from 0.0001)");
        assertUnreadable(place(o -> o.setUserId("")), "userId:  (expected: 1 to 64 of A-Z a-z 0-9 . _ - @)");
        assertUnreadable(place(o -> o.setProductId("a b")), "productId: a b (expected: 1 to 32 of A-Z a-z 0-9 . _ -)");
        assertUnreadable(place(o -> o.setSideValue(9)), "side: UNRECOGNIZED (expected: BUY or SELL)");
        assertUnreadable(place(o -> o.setTimeInForceValue(9)),
                "timeInForce: UNRECOGNIZED (expected: GTT, GTC, IOC or none)");
        assertUnreadable(place(gtt(0)),
                "expiresAt: 0 (expected: a time from 1970-01-01T00:00:00.001Z to 9999-12-31T23:59:59.999Z)");
        assertUnreadable(place(gtt(253_402_300_800_000L)), "expiresAt: 253402300800000 (expected: a time from "
                + "1970-01-01T00:00:00.001Z to 9999-12-31T23:59:59.999Z)");
        assertUnreadable(place(o -> o.setTimeInForce(trading.wire.proto.TimeInForce.GTC).setExpiresAt(1)),
                "expiresAt: 1 (expected: none without GTT)");
        assertUnreadable(place(o -> o.setExpiresAt(-1)), "expiresAt: -1 (expected: none without GTT)");
        assertUnreadable(cancel(""), "userId:  (expected: 1 to 64 of A-Z a-z 0-9 . _ - @)");
    }

    @Test
    void whatBelongsToAnotherPartitionIsUnreadable() {
        String pear = "product-of-another-partition";
        assertThat(Topics.partition(pear)).isNotEqualTo(PARTITION);

        assertUnreadable(place(o -> o.setProductId(pear)),
                "productId: " + pear + " (expected: a product of partition " + PARTITION + ")");
        UUID elsewhere = OrderId.next((PARTITION + 1) % Topics.PARTITIONS, ACCEPTED_AT);
        assertUnreadable(place(o -> o.setOrderIdHigh(elsewhere.getMostSignificantBits())
                .setOrderIdLow(elsewhere.getLeastSignificantBits())),
                "orderId: " + elsewhere + " (expected: an order id of partition " + PARTITION + ")");
        assertUnreadable(cancel(elsewhere, "ann"),
                "orderId: " + elsewhere + " (expected: an order id of partition " + PARTITION + ")");
    }

    @Test
    void anIdThatNoGatewayMakesIsUnreadable() {
        UUID random = new UUID(ORDER_ID.getMostSignificantBits() ^ 0xC000, ORDER_ID.getLeastSignificantBits());
        assertThat(random.version()).isEqualTo(4);
        assertThat(OrderId.partition(random)).isEqualTo(PARTITION);
        assertUnreadable(place(o -> o.setOrderIdHigh(random.getMostSignificantBits())),
                "orderId: " + random + " (expected: an order id of partition " + PARTITION + ")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ff", "0a", "0a05", "00"})
    void otherBytesAreUnreadable(String bytes) {
        assertThatThrownBy(() -> read(HexFormat.of().parseHex(bytes))).isInstanceOf(UnreadableCommand.class);
    }

    private static void assertUnreadable(byte[] value, String reason) {
        assertThatThrownBy(() -> read(value)).isInstanceOf(UnreadableCommand.class).hasMessage(reason);
    }

    private static trading.market.Command read(byte[] value) throws UnreadableCommand {
        return Commands.read(PARTITION, OFFSET, ACCEPTED_AT, value);
    }

    private static Consumer<trading.wire.proto.PlaceOrder.Builder> gtt(long expiresAt) {
        return order -> order.setTimeInForce(trading.wire.proto.TimeInForce.GTT).setExpiresAt(expiresAt);
    }

    private static byte[] place(Consumer<trading.wire.proto.PlaceOrder.Builder> change) {
        trading.wire.proto.PlaceOrder.Builder order = trading.wire.proto.PlaceOrder.newBuilder()
                .setOrderIdHigh(ORDER_ID.getMostSignificantBits()).setOrderIdLow(ORDER_ID.getLeastSignificantBits())
                .setSide(trading.wire.proto.Side.SELL).setProductId("apple").setUserId("ann").setQuantity(5)
                .setPrice(12_000);
        change.accept(order);
        return Command.newBuilder().setPlace(order).build().toByteArray();
    }

    private static byte[] cancel(String userId) {
        return cancel(ORDER_ID, userId);
    }

    private static byte[] cancel(UUID orderId, String userId) {
        return Command.newBuilder()
                .setCancel(trading.wire.proto.CancelOrder.newBuilder()
                        .setOrderIdHigh(orderId.getMostSignificantBits())
                        .setOrderIdLow(orderId.getLeastSignificantBits()).setUserId(userId))
                .build().toByteArray();
    }
}
