package trading.gateway.market;

import static java.util.Objects.requireNonNullElse;

import com.google.protobuf.ProtocolMessageEnum;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import trading.gateway.recent.RecentRecords;
import trading.wire.Topics;
import trading.wire.proto.CloseReason;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

/**
 * The orders of all partitions that left their markets last, as they stood then: until the database has them, nobody else knows of
 * them. Bytes, since most orders come here and none stays for long.
 *
 * <p>Safe for use by any thread.
 */
final class LeftOrders {

    /** Orders that are remembered. */
    static final int MAX = 48_000;

    /** What one takes in memory at most, with its id and its place in a map, roughly. */
    static final int BYTES = 256;

    /** Hash of the user, partition, three constants, six numbers, and how long the product's name is. */
    private static final int FIXED_BYTES = Integer.BYTES + Short.BYTES + 3 + 6 * Long.BYTES + Short.BYTES;
    private static final int PARTITION = Integer.BYTES;
    private static final int CHANGED_AT = FIXED_BYTES - Short.BYTES - Long.BYTES;
    /** In place of a constant's number, which what a newer engine tells of does not have here. */
    private static final byte UNKNOWN = -1;
    private static final byte NOT_CLOSED = -2;
    private static final long NEVER = Long.MIN_VALUE;

    private final RecentRecords newest = new RecentRecords();
    private final long[] forgottenMillis = new long[Topics.PARTITIONS];
    private final long[] forgottenUntoldMillis = new long[Topics.PARTITIONS];

    LeftOrders() {
        Arrays.fill(forgottenMillis, NEVER);
        tellsFromNow();
    }

    /** An order leaves its market; where there is no room, the oldest is forgotten. */
    synchronized void add(int partition, OrderState order) {
        byte[] product = order.productId().getBytes(StandardCharsets.UTF_8);
        byte[] user = order.userId().getBytes(StandardCharsets.UTF_8);
        CloseReason closed = order.closed();
        newest.add(order.orderId(), FIXED_BYTES + product.length + user.length).putInt(order.userId().hashCode())
                .putShort((short) partition).put(number(order.side(), Side.UNRECOGNIZED))
                .put(number(order.timeInForce(), TimeInForce.UNRECOGNIZED))
                .put(closed == null ? NOT_CLOSED : number(closed, CloseReason.UNRECOGNIZED))
                .putLong(order.quantity()).putLong(order.remaining()).putLong(order.price())
                .putLong(order.expiresAtMillis()).putLong(order.acceptedAtMillis()).putLong(order.changedAtMillis())
                .putShort((short) product.length).put(product).put(user);
        while (newest.size() > MAX) {
            forgetOldest();
        }
    }

    private static byte number(ProtocolMessageEnum constant, ProtocolMessageEnum unrecognized) {
        return constant.equals(unrecognized) ? UNKNOWN : (byte) constant.getNumber();
    }

    private void forgetOldest() {
        long oldest = newest.oldest();
        if (newest.newest(newest.id(oldest)) == oldest) {
            ByteBuffer record = newest.at(oldest);
            forgottenMillis[record.getShort(PARTITION)] = record.getLong(CHANGED_AT);
        }
        newest.removeOldest();
    }

    /** Orders of this partition that left until this moment are not remembered, for they were not told of one by one. */
    synchronized void beginAt(int partition, long millis) {
        forgottenMillis[partition] = Math.max(forgottenMillis[partition], millis);
    }

    /** The id is an open order's again. */
    synchronized void remove(UUID orderId) {
        newest.forget(orderId);
    }

    /** The id is that of an order that trades at this moment: one that left before was another. */
    synchronized void removeBefore(UUID orderId, long millis) {
        long position = newest.newest(orderId);
        if (position != RecentRecords.NONE && newest.at(position).getLong(CHANGED_AT) < millis) {
            newest.forget(orderId);
        }
    }

    /** How an order stood when it left, {@code null} if it is not remembered. */
    synchronized @Nullable OrderState find(UUID orderId) {
        long position = newest.newest(orderId);
        return position == RecentRecords.NONE ? null : state(orderId, newest.at(position));
    }

    /** Hands over those of a user, in the order in which they left. */
    synchronized void ofUser(String userId, Consumer<OrderState> action) {
        int hash = userId.hashCode();
        long position = newest.size() == 0 ? RecentRecords.NONE : newest.oldest();
        while (position != RecentRecords.NONE) {
            ByteBuffer record = newest.at(position);
            if (record.getInt(0) == hash) {
                UUID orderId = newest.id(position);
                OrderState order = state(orderId, record);
                if (order.userId().equals(userId) && newest.newest(orderId) == position) {
                    action.accept(order);
                }
            }
            position = newest.after(position);
        }
    }

    private static OrderState state(UUID orderId, ByteBuffer record) {
        record.position(PARTITION + Short.BYTES);
        Side side = requireNonNullElse(Side.forNumber(record.get()), Side.UNRECOGNIZED);
        TimeInForce timeInForce = requireNonNullElse(TimeInForce.forNumber(record.get()), TimeInForce.UNRECOGNIZED);
        byte reason = record.get();
        CloseReason closed = reason == NOT_CLOSED
                ? null
                : requireNonNullElse(CloseReason.forNumber(reason), CloseReason.UNRECOGNIZED);
        long quantity = record.getLong();
        long remaining = record.getLong();
        long price = record.getLong();
        long expiresAtMillis = record.getLong();
        long acceptedAtMillis = record.getLong();
        long changedAtMillis = record.getLong();
        String productId = text(record, record.getShort());
        return new OrderState(orderId, side, productId, text(record, record.remaining()), quantity, remaining, price,
                timeInForce, expiresAtMillis, acceptedAtMillis, changedAtMillis, closed);
    }

    private static String text(ByteBuffer record, int length) {
        byte[] bytes = new byte[length];
        record.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** From now on what is here is told. */
    synchronized void tellsFromNow() {
        System.arraycopy(forgottenMillis, 0, forgottenUntoldMillis, 0, forgottenMillis.length);
    }

    /**
     * Whether an order of this partition may have left since the database was told of it last, and be forgotten.
     *
     * @param madeAtMillis when its id was made, or earlier
     * @param storedMillis the moment up to which the database is known to have what became of orders; {@link Long#MIN_VALUE} if
     *        no result is left: then it has what was forgotten before anything was told here
     */
    synchronized boolean mayHaveForgotten(int partition, long madeAtMillis, long storedMillis) {
        long forgotten = forgottenMillis[partition];
        long stored = storedMillis == NEVER ? forgottenUntoldMillis[partition] : storedMillis;
        return forgotten > stored && madeAtMillis <= forgotten;
    }
}
