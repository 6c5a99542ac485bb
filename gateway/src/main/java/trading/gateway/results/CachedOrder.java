package trading.gateway.results;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import trading.wire.proto.CloseReason;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;
import trading.wire.proto.Side;

/**
 * What the results topic has told about one order. There can be a million of these: sales are kept as the bytes of their
 * message, shared by both orders, and so is what was ordered. Not safe for use by threads at the same time.
 */
final class CachedOrder {

    /** The entry of a map, the id, this object and its array of sales, roughly. */
    static final int BYTES = 224;

    private static final int ARRAY_BYTES = 32;
    private static final byte[][] NO_SALES = new byte[0][];

    private final long firstBatchMillis;
    private boolean complete;

    /** The message by which the order rested or closed, once it did. */
    private byte @Nullable [] told;
    private long quantity;
    private boolean buyer;
    private @Nullable CloseReason closed;
    private long changedAtMillis;
    private int salesKept;
    private boolean salesDropped;
    private byte[][] sales = NO_SALES;
    private long lastTradeId;
    private long filled;
    private long remaining;

    /**
     * @param firstBatchMillis {@code now} of the batch that told of it first
     * @param sinceItsBeginning whether nothing can have been told before
     */
    CachedOrder(long firstBatchMillis, boolean sinceItsBeginning) {
        this.firstBatchMillis = firstBatchMillis;
        this.changedAtMillis = firstBatchMillis;
        this.complete = sinceItsBeginning;
    }

    /** Whether everything that was ever told about the order is here. */
    boolean complete() {
        return complete || (quantity > 0 && filled + remaining == quantity);
    }

    /** Whether more may be told about the order. */
    boolean open() {
        return closed == null && (remaining > 0 || lastTradeId == 0);
    }

    long firstBatchMillis() {
        return firstBatchMillis;
    }

    /**
     * Adds a sale, unless it was added before.
     *
     * @param message the sale's bytes
     * @param atMillis moment of its batch
     * @return bytes of memory that this took
     */
    int sold(Sale sale, byte[] message, boolean asBuyer, long atMillis) {
        if (sale.getTradeId() <= lastTradeId) {
            return 0;
        }
        changedAtMillis = atMillis;
        lastTradeId = sale.getTradeId();
        buyer = asBuyer;
        filled += sale.getQuantity();
        remaining = asBuyer ? sale.getPurchaseOrderRemaining() : sale.getSalesOrderRemaining();
        return keep(message);
    }

    /** The order outlived its first batch; the result is the bytes of memory that this took. */
    int rested(OpenOrder order, long atMillis) {
        int before = toldBytes();
        told = order.toByteArray();
        quantity = order.getQuantity();
        remaining = order.getRemaining();
        changedAtMillis = atMillis;
        return toldBytes() - before;
    }

    /** The order closed with something left; the result is the bytes of memory that this took. */
    int closed(OpenOrder order, CloseReason reason, long atMillis) {
        closed = reason;
        return rested(order, atMillis);
    }

    private int toldBytes() {
        return told == null ? 0 : ARRAY_BYTES + told.length;
    }

    private int keep(byte[] message) {
        int bytes = bytes(message);
        if (salesKept == OrderResult.MAX_SALES) {
            bytes -= bytes(sales[0]);
            System.arraycopy(sales, 1, sales, 0, salesKept - 1);
            salesKept--;
            salesDropped = true;
        } else if (salesKept == sales.length) {
            sales = Arrays.copyOf(sales, Math.min(OrderResult.MAX_SALES, Math.max(1, 2 * salesKept)));
        }
        sales[salesKept++] = message;
        return bytes;
    }

    /** Memory that this and its sales take, roughly. */
    int bytes() {
        int bytes = BYTES + toldBytes();
        for (int i = 0; i < salesKept; i++) {
            bytes += bytes(sales[i]);
        }
        return bytes;
    }

    /** Each of the two orders of a sale counts half of it. */
    private static int bytes(byte[] message) {
        return (ARRAY_BYTES + message.length) / 2;
    }

    OrderResult result(UUID orderId) {
        List<OrderSale> newest = new ArrayList<>(salesKept);
        for (int i = 0; i < salesKept; i++) {
            newest.add(sale(parsed(sales[i], Sale.parser())));
        }
        return new OrderResult(orderId, OrderStatus.of(closed, filled, remaining),
                closed == null ? null : closed.name(), filled, remaining, terms(), changedAtMillis, newest,
                salesDropped);
    }

    private OrderResult.Terms terms() {
        if (told != null) {
            return OrderResult.Terms.of(parsed(told, OpenOrder.parser()));
        }
        Sale sale = parsed(sales[0], Sale.parser());
        return OrderResult.Terms.ofSale(buyer ? Side.BUY : Side.SELL, sale.getProductId(),
                buyer ? sale.getBuyer() : sale.getSeller(), filled + remaining);
    }

    private OrderSale sale(Sale sale) {
        return new OrderSale(sale.getProductId(), sale.getTradeId(), sale.getPrice(), sale.getQuantity(),
                buyer ? sale.getPurchaseOrderRemaining() : sale.getSalesOrderRemaining(),
                buyer ? sale.getSeller() : sale.getBuyer());
    }

    private static <T> T parsed(byte[] message, Parser<T> parser) {
        try {
            return parser.parseFrom(message);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("bytes that this gateway wrote itself", e);
        }
    }
}
