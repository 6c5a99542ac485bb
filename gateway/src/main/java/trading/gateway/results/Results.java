package trading.gateway.results;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import trading.gateway.ResultProperties;
import trading.gateway.recent.RecentRecords;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;

/**
 * The newest results, as many as fit the memory they are given; the oldest make room.
 *
 * <p>A result is only given when it is whole: when its sales add up to its quantity, or when all that was told of it is here.
 * What was told before the cache began to listen is not here, nor is what it has let go. So each partition has a moment since which
 * everything is known, and each batch says how old its orders are: orders younger than that moment are here as a whole.
 *
 * <p>Every other is the database's to tell. But what is told of a young order would be here milliseconds after its rows are in
 * the database, which therefore need not be asked for it.
 *
 * <p>Safe for use by any thread; batches of a partition come in their order, and again after a restart of their sender.
 */
@Component
public final class Results {

    private final RecentRecords records = new RecentRecords();
    private final PartitionResults[] partitions = new PartitionResults[Topics.PARTITIONS];
    private final long maxBytes;
    private final long resultsFromDatabaseAfterMillis;
    private long sales;

    Results(ResultProperties properties, MeterRegistry meters) {
        this.maxBytes = properties.resultsCacheSize().toBytes();
        this.resultsFromDatabaseAfterMillis = properties.resultsFromDatabaseAfter().toMillis();
        for (int i = 0; i < partitions.length; i++) {
            partitions[i] = new PartitionResults();
        }
        Gauge.builder("trading.results.orders", this, Results::size).description("Orders in the cache")
                .register(meters);
        Gauge.builder("trading.results.bytes", this, Results::bytes).description("Memory they take, by estimate")
                .register(meters);
        FunctionCounter.builder("trading.results.sales", this, Results::sales)
                .description("Sales that the results topic told of").register(meters);
    }

    /** The partition's log is read from its very beginning. */
    synchronized void listensFromTheBeginning(int partition) {
        partitions[partition].allIsKnown();
    }

    /** Batches of the partition were missed. */
    synchronized void missed(int partition) {
        partitions[partition].missed(records.end());
    }

    /** What a batch is to who knows all that came before. */
    enum Arrival {
        NEWS,
        /** It should have come before another one, and the database tells what became of its orders. */
        LATE, REPEATED
    }

    /** Takes in a batch that is news. */
    synchronized Arrival add(int partition, Batch batch) {
        PartitionResults known = partitions[partition];
        if (!known.isNews(batch)) {
            if (!known.fillsGap(batch)) {
                return Arrival.REPEATED;
            }
            sales += batch.getSalesCount();
            return Arrival.LATE;
        }
        if (!known.follows(batch)) {
            known.skippedTo(batch, records.end());
        }
        known.moveTo(batch);
        boolean whole = known.knowsAllOrdersOf(batch);
        for (ClosedOrder event : batch.getClosedList()) {
            OpenOrder closed = event.getOrder();
            UUID orderId = new UUID(closed.getOrderIdHigh(), closed.getOrderIdLow());
            CachedOrder order = order(orderId, batch, whole);
            order.closed(event, batch.getNow());
            order.keep(records, orderId, false, closed.toByteArray());
        }
        for (Sale sale : batch.getSalesList()) {
            byte[] message = sale.toByteArray();
            sold(new UUID(sale.getPurchaseOrderIdHigh(), sale.getPurchaseOrderIdLow()), sale, message, true, batch,
                    whole);
            sold(new UUID(sale.getSalesOrderIdHigh(), sale.getSalesOrderIdLow()), sale, message, false, batch, whole);
        }
        for (OpenOrder rested : batch.getRestedList()) {
            UUID orderId = new UUID(rested.getOrderIdHigh(), rested.getOrderIdLow());
            CachedOrder order = order(orderId, batch, whole);
            order.rested(rested, batch.getNow());
            order.keep(records, orderId, false, rested.toByteArray());
        }
        sales += batch.getSalesCount();
        makeRoom();
        return Arrival.NEWS;
    }

    private void sold(UUID orderId, Sale sale, byte[] message, boolean asBuyer, Batch batch, boolean whole) {
        CachedOrder order = order(orderId, batch, whole);
        if (order.sold(sale, asBuyer, batch.getNow())) {
            order.keep(records, orderId, true, message);
        }
    }

    private CachedOrder order(UUID orderId, Batch batch, boolean whole) {
        long newest = records.newest(orderId);
        if (newest == RecentRecords.NONE) {
            return new CachedOrder(batch.getNow(), whole);
        }
        CachedOrder known = new CachedOrder(records.at(newest), newest);
        // The id that a client made is a new order's, once the engine has forgotten the one before.
        return known.wasDoneBefore(batch.getNow()) ? new CachedOrder(batch.getNow(), whole) : known;
    }

    private void makeRoom() {
        while (records.bytes() > maxBytes) {
            letGo(records.oldest());
            records.removeOldest();
        }
    }

    /** An order of which something is missing is no longer told of. */
    private void letGo(long position) {
        CachedOrder oldest = new CachedOrder(records.at(position), position);
        if (oldest.isFirst(position)) {
            UUID orderId = records.id(position);
            long newest = records.newest(orderId);
            CachedOrder order = new CachedOrder(records.at(newest), newest);
            boolean mayTrade = order.isFirst(position) && order.open();
            partitions[OrderId.partition(orderId)].letGo(oldest.firstBatchMillis(), mayTrade);
        }
    }

    /**
     * What the cache says of an order.
     *
     * @param result what became of it, {@code null} unless all of it is here
     * @param databaseMayKnow whether the database may tell what is not here
     * @param storedMillis the moment up to which the results of its partition have come, and its rows are in the database
     */
    record Found(@Nullable OrderResult result, boolean databaseMayKnow, long storedMillis) {}

    /** What is known of an order at this moment, in epoch milliseconds. */
    synchronized Found find(UUID orderId, long nowMillis) {
        long newest = records.newest(orderId);
        CachedOrder order = newest == RecentRecords.NONE ? null : new CachedOrder(records.at(newest), newest);
        PartitionResults partition = partitions[OrderId.partition(orderId)];
        boolean isTornOff = order != null && !order.complete(records, partition.tornOffBefore());
        return new Found(order == null || isTornOff ? null : order.result(records, orderId, newest),
                isTornOff || !wouldBeHere(orderId, nowMillis), partition.toldMillis());
    }

    /** Only young orders: that bounds how long a listener that stands still could keep a result from anyone. */
    private boolean wouldBeHere(UUID orderId, long nowMillis) {
        long madeAtMillis = OrderId.madeAtMillis(orderId);
        return nowMillis - madeAtMillis < resultsFromDatabaseAfterMillis
                && madeAtMillis <= nowMillis + OrderId.CLOCKS_MILLIS
                && partitions[OrderId.partition(orderId)].knowsAllSince(madeAtMillis - OrderId.CLOCKS_MILLIS);
    }

    /** Orders in the cache. */
    public synchronized int size() {
        return records.ids();
    }

    /** Memory that the cache takes, by estimate. */
    public synchronized long bytes() {
        return records.bytes();
    }

    /** Sales told of since the start. */
    public synchronized long sales() {
        return sales;
    }
}
