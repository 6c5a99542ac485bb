package trading.client.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import trading.codec.Events;
import trading.codec.SelfTradeRules;
import trading.market.ClosedOrder;
import trading.market.OpenOrder;
import trading.market.Sale;
import trading.market.SelfTrades;
import trading.wire.Batches;
import trading.wire.InvalidField;
import trading.wire.proto.Batch;

/** A stretch of one partition of the sales topic, whole batches at a time. For one thread. */
final class SalesLog {

    private static final Listener NOBODY = new Listener() {

        @Override
        public void part(ConsumerRecord<byte[], byte[]> record) {
            // Nobody wants it.
        }

        @Override
        public void unreadable(ConsumerRecord<byte[], byte[]> record) {
            // Nobody wants it.
        }
    };

    private final Log records;
    private final long afterNumber;
    private final Findings.Place findings;
    private final Listener listener;
    private @Nullable Part next;

    /** Takes every record as it is read, but for those of batches that are passed over. */
    interface Listener {

        /** A batch, or a part of one. */
        void part(ConsumerRecord<byte[], byte[]> record);

        /** A record that is no batch: a persister must send it to the dead letters. */
        void unreadable(ConsumerRecord<byte[], byte[]> record);
    }

    /** A record and what it says. */
    private record Part(ConsumerRecord<byte[], byte[]> record, Batch batch) {}

    /**
     * @param afterNumber batches up to this number are passed over
     */
    SalesLog(Log records, long afterNumber, Findings.Place findings, Listener listener) {
        this.records = records;
        this.afterNumber = afterNumber;
        this.findings = findings;
        this.listener = listener;
        advance();
    }

    /** All batches, of which nothing is said: whoever judges them reads them as well. */
    static SalesLog unjudged(Log records) {
        return new SalesLog(records, 0, (where, found, expected) -> {}, NOBODY);
    }

    /** The next batch, with what is there of it, {@code null} at the end. */
    @Nullable
    PublishedBatch next() {
        Part head = next;
        if (head == null) {
            return null;
        }
        Joined joined = new Joined(head);
        if (head.batch().getPart() != 1) {
            findings.add(name(head.batch()), "begins with part " + head.batch().getPart(), "part 1");
        }
        advance();
        for (int number = head.batch().getPart() + 1; number <= head.batch().getParts(); number++) {
            Part part = next;
            if (part == null || part.batch().getPart() != number
                    || !heading(part.batch()).equals(heading(head.batch()))) {
                findings.add(name(head.batch()) + ", part " + number + " of " + head.batch().getParts(), "missing",
                        "right after part " + (number - 1));
                break;
            }
            joined.add(part);
            advance();
        }
        return joined.batch();
    }

    private void advance() {
        next = null;
        while (next == null && records.hasNext()) {
            ConsumerRecord<byte[], byte[]> record = records.next();
            try {
                Batch batch = Batches.read(record.value());
                if (batch.getNumber() == 0 || batch.getNumber() > afterNumber) {
                    listener.part(record);
                    next = new Part(record, batch);
                }
            } catch (InvalidField e) {
                listener.unreadable(record);
            }
        }
    }

    private static Batch heading(Batch part) {
        return part.toBuilder().setPart(0).clearClosed().clearSales().clearRested().build();
    }

    private static String name(Batch batch) {
        return PublishedBatch.name(batch.getNumber(), batch.getFirstOffset(), batch.getLastOffset());
    }

    /** The reasons that this version knows. */
    private static String known() {
        List<String> names = Arrays.stream(ClosedOrder.Reason.values()).map(Enum::name).toList();
        return String.join(", ", names.subList(0, names.size() - 1)) + " or " + names.getLast();
    }

    /** A batch as its parts come. */
    private final class Joined {

        private final Batch head;
        private final List<ClosedOrder> closed = new ArrayList<>();
        private final List<Sale> sales = new ArrayList<>();
        private final List<OpenOrder> rested = new ArrayList<>();
        private long lastRecord;

        private Joined(Part first) {
            this.head = first.batch();
            add(first);
        }

        private void add(Part part) {
            part.batch().getClosedList().forEach(this::addClosed);
            part.batch().getSalesList().forEach(event -> sales.add(Events.read(event)));
            part.batch().getRestedList().forEach(event -> rested.add(Events.read(event)));
            lastRecord = part.record().offset();
        }

        private void addClosed(trading.wire.proto.ClosedOrder event) {
            try {
                closed.add(Events.read(event));
            } catch (IllegalArgumentException e) {
                OpenOrder order = Events.read(event.getOrder());
                findings.add(name(head) + ", closed order " + order.orderId() + ", reason", event.getReasonValue(),
                        known());
            }
        }

        private SelfTrades selfTrades() {
            try {
                return SelfTradeRules.read(head);
            } catch (IllegalArgumentException e) {
                findings.add(name(head) + ", self_trades", head.getSelfTradesValue(),
                        "CLOSE_OLDER, CLOSE_NEWER, CLOSE_BOTH or none, of all products");
                return SelfTrades.ALLOWED;
            }
        }

        private PublishedBatch batch() {
            return new PublishedBatch(lastRecord, head.getNumber(), head.getRulesVersion(), head.getFirstOffset(),
                    head.getLastOffset(), head.getMissed(), head.getNow(), head.getTimeoutMillis(),
                    head.getIdempotencyWindowMillis(),
                    bound(head.getMaxOpenOrders()), bound(head.getMaxGtcOrders()), bound(head.getMaxProducts()),
                    selfTrades(),
                    head.getOldestAcceptedAt(), closed, sales, rested);
        }

        /** 0 on the wire is no bound. */
        private static int bound(int bound) {
            return bound == 0 ? Integer.MAX_VALUE : bound;
        }
    }
}
