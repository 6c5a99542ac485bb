package trading.gateway.results;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import trading.gateway.recent.RecentRecords;
import trading.wire.proto.CloseReason;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;
import trading.wire.proto.Side;

/**
 * How an order stands after what was told of it last. Each record that tells of it begins with this, and ends with the message
 * that told. Not safe for use by threads at the same time.
 */
final class CachedOrder {

    private static final int IS_SALE = 1;
    private static final int IS_BUYER = 2;
    private static final int SINCE_ITS_BEGINNING = 4;
    private static final int IS_CLOSED = 8;
    private static final int FLAGS = 8 * Long.BYTES + 2 * Integer.BYTES;

    /** What it takes of a record. */
    private static final int BYTES = FLAGS + 1;

    private final long firstBatchMillis;
    private final boolean sinceItsBeginning;

    /** The record that told of it first; none yet, if there is no record at all. */
    private long first = RecentRecords.NONE;
    /** The newest record by which the order rested or closed, if it did. */
    private long terms = RecentRecords.NONE;
    private boolean buyer;
    private boolean closed;
    private int closeReason;
    private long quantity;
    private long filled;
    private long remaining;
    private long changedAtMillis;
    private long lastTradeId;
    private int sales;

    /**
     * An order of which nothing was told yet.
     *
     * @param firstBatchMillis {@code now} of the batch that tells of it first
     * @param sinceItsBeginning whether nothing can have been told before
     */
    CachedOrder(long firstBatchMillis, boolean sinceItsBeginning) {
        this.firstBatchMillis = firstBatchMillis;
        this.changedAtMillis = firstBatchMillis;
        this.sinceItsBeginning = sinceItsBeginning;
    }

    /** The order as it stood after a record. */
    CachedOrder(ByteBuffer record, long position) {
        this.firstBatchMillis = record.getLong();
        long stored = record.getLong();
        this.first = stored == RecentRecords.NONE ? position : stored;
        this.terms = record.getLong();
        this.quantity = record.getLong();
        this.filled = record.getLong();
        this.remaining = record.getLong();
        this.changedAtMillis = record.getLong();
        this.lastTradeId = record.getLong();
        this.sales = record.getInt();
        this.closeReason = record.getInt();
        int flags = record.get();
        if ((flags & IS_SALE) == 0) {
            terms = position;
        }
        this.buyer = (flags & IS_BUYER) != 0;
        this.sinceItsBeginning = (flags & SINCE_ITS_BEGINNING) != 0;
        this.closed = (flags & IS_CLOSED) != 0;
    }

    /** Takes in a sale; {@code false} if it was taken in before. */
    boolean sold(Sale sale, boolean asBuyer, long atMillis) {
        if (sale.getTradeId() <= lastTradeId) {
            return false;
        }
        changedAtMillis = atMillis;
        lastTradeId = sale.getTradeId();
        buyer = asBuyer;
        filled += sale.getQuantity();
        remaining = asBuyer ? sale.getPurchaseOrderRemaining() : sale.getSalesOrderRemaining();
        sales++;
        return true;
    }

    /** The order outlived its first batch. */
    void rested(OpenOrder order, long atMillis) {
        quantity = order.getQuantity();
        remaining = order.getRemaining();
        changedAtMillis = atMillis;
    }

    /** The order closed with something left. */
    void closed(ClosedOrder event, long atMillis) {
        closed = true;
        closeReason = event.getReasonValue();
        rested(event.getOrder(), atMillis);
    }

    /** Adds a record of this with the bytes of the message that told, a {@link Sale} or an {@link OpenOrder}. */
    void keep(RecentRecords records, UUID orderId, boolean isSale, byte[] told) {
        int flags = (isSale ? IS_SALE : 0) | (buyer ? IS_BUYER : 0)
                | (sinceItsBeginning ? SINCE_ITS_BEGINNING : 0) | (closed ? IS_CLOSED : 0);
        records.add(orderId, BYTES + told.length).putLong(firstBatchMillis).putLong(first).putLong(terms)
                .putLong(quantity).putLong(filled).putLong(remaining).putLong(changedAtMillis).putLong(lastTradeId)
                .putInt(sales).putInt(closeReason).put((byte) flags).put(told);
    }

    /**
     * Whether everything that was ever told about the order is here.
     *
     * @param tornOffBefore what was told first before this position may be followed by a gap
     */
    boolean complete(RecentRecords records, long tornOffBefore) {
        return records.isHere(first) && first >= tornOffBefore
                && (sinceItsBeginning || (quantity > 0 && filled + remaining == quantity));
    }

    /** Whether more may be told about the order. */
    boolean open() {
        return !closed && (remaining > 0 || lastTradeId == 0);
    }

    /** Whether nothing more could be told of it before this moment, so that what is told then is told of another order. */
    boolean wasDoneBefore(long millis) {
        return !open() && changedAtMillis < millis;
    }

    long firstBatchMillis() {
        return firstBatchMillis;
    }

    /** Whether this is how it stood after the record that told of it first. */
    boolean isFirst(long position) {
        return first == position;
    }

    /** What became of it, by its newest record. */
    OrderResult result(RecentRecords records, UUID orderId, long newest) {
        List<OrderSale> newestFirst = new ArrayList<>();
        for (long at = newest; at >= first && newestFirst.size() < OrderResult.MAX_SALES; at = records.before(at)) {
            ByteBuffer record = records.at(at);
            if ((record.get(FLAGS) & IS_SALE) != 0) {
                newestFirst.add(seen(message(record, Sale.parser())));
            }
        }
        CloseReason reason = closed ? reason() : null;
        return new OrderResult(orderId, OrderStatus.of(reason, filled, remaining),
                reason == null ? null : reason.name(), filled, remaining, terms(records, newest), changedAtMillis,
                newestFirst.reversed(), sales > newestFirst.size());
    }

    private CloseReason reason() {
        CloseReason known = CloseReason.forNumber(closeReason);
        return known == null ? CloseReason.UNRECOGNIZED : known;
    }

    private OrderResult.Terms terms(RecentRecords records, long newest) {
        if (terms != RecentRecords.NONE) {
            return OrderResult.Terms.of(message(records.at(terms), OpenOrder.parser()));
        }
        Sale sale = message(records.at(newest), Sale.parser());
        return OrderResult.Terms.ofSale(buyer ? Side.BUY : Side.SELL, sale.getProductId(),
                buyer ? sale.getBuyer() : sale.getSeller(), filled + remaining);
    }

    private OrderSale seen(Sale sale) {
        return new OrderSale(sale.getProductId(), sale.getTradeId(), sale.getPrice(), sale.getQuantity(),
                buyer ? sale.getPurchaseOrderRemaining() : sale.getSalesOrderRemaining(),
                buyer ? sale.getSeller() : sale.getBuyer());
    }

    private static <T> T message(ByteBuffer record, Parser<T> parser) {
        try {
            return parser.parseFrom(record.slice(BYTES, record.capacity() - BYTES));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("bytes that this gateway wrote itself", e);
        }
    }
}
