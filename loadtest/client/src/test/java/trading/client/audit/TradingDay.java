package trading.client.audit;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import trading.codec.BatchRecords;
import trading.codec.CheckpointRecords;
import trading.codec.Commands;
import trading.codec.Offsets;
import trading.codec.UnreadableCommand;
import trading.market.Batch;
import trading.market.Market;
import trading.market.OpenOrder;
import trading.market.Outcome;
import trading.market.SelfTrades;
import trading.market.Side;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.CancelOrder;
import trading.wire.proto.Command;
import trading.wire.proto.PlaceOrder;
import trading.wire.proto.TimeInForce;

/**
 * One partition's trading, as engines and persisters leave it behind: traded by the real market, written by the real
 * codecs, in logs and tables that tests may tamper with.
 */
final class TradingDay {

    static final long TIMEOUT = 60_000;
    static final long WINDOW = 600_000;

    private static final int MAX_GTC_ORDERS = 2;
    private static final long MORNING = 1_430_438_400_123L;

    final String product;
    final int partition;
    final MemoryLogs logs;
    final MemoryRows rows;

    private final Market market = new Market();
    private final Map<Long, OpenOrder> open = new TreeMap<>();
    private final Map<String, Long> lastTradeIds = new TreeMap<>();
    private final Map<Long, List<UUID>> remembered = new LinkedHashMap<>();
    private long number;
    private long tradedTo = -1;
    private long nowMillis;
    private SelfTrades selfTrades = SelfTrades.ALLOWED;

    private TradingDay(MemoryLogs logs, MemoryRows rows, String product, long beginsAtMillis) {
        this.logs = logs;
        this.rows = rows;
        this.product = product;
        this.partition = Topics.partition(product);
        this.nowMillis = beginsAtMillis;
    }

    /**
     * Seven batches: orders that meet, wait, are cancelled, expire and are rejected; a repeated order; bytes that are no
     * command; a batch of time alone; one in two parts; a checkpoint in the middle; results that were published twice.
     */
    static TradingDay of(MemoryLogs logs, MemoryRows rows, String product, long beginsAtMillis) {
        TradingDay day = new TradingDay(logs, rows, product, beginsAtMillis);
        day.place("S1", Side.SELL, "sue", 5, 12_000);
        day.place("B1", Side.BUY, "bob", 3, 0);
        day.place("B2", Side.BUY, "ben", 7, 11_000);
        day.trade(10);
        day.append(new byte[]{1, 2, 3});
        day.place("S2", Side.SELL, "sam", 4, 10_500);
        day.place("B3", Side.BUY, "bill", 10, 13_000);
        day.trade(10);
        day.cancel("B2", "ben");
        day.place("S1", Side.SELL, "sue", 5, 12_000);
        day.place("S3", Side.SELL, "sid", 1, 12_500);
        day.trade(10);
        day.checkpoint();
        day.place("S4", Side.SELL, "sol", 2, 20_000);
        day.place("B4", Side.BUY, "ben", 1, 10_000);
        day.trade(10);
        day.trade(TIMEOUT + 1);
        for (int i = 0; i < 601; i++) {
            day.place("X" + i, Side.SELL, "sue", 1, 30_000);
        }
        day.trade(10, 600);
        day.place("B5", Side.BUY, "bob", 2, 30_000);
        day.trade(10);
        day.publishAgain(1, 3);
        return day;
    }

    /** The same, long ago. */
    static TradingDay of(MemoryLogs logs, MemoryRows rows, String product) {
        return of(logs, rows, product, MORNING);
    }

    /**
     * Three batches more, 8 to 10: an order good till cancelled and one too many of them, one with a time of its own that
     * expires, one that is immediate and not filled, one that meets another of its user; and an hour's expiry.
     */
    void goOn() {
        selfTrades = new SelfTrades(SelfTrades.Rule.CLOSE_NEWER, new TreeMap<>());
        place("S6", Side.SELL, "sue", 3, 40_000, order -> order.setTimeInForce(TimeInForce.GTC));
        place("B6", Side.BUY, "bob", 2, 100,
                order -> order.setTimeInForce(TimeInForce.GTT).setExpiresAt(nowMillis + 5_000));
        place("B7", Side.BUY, "ben", 5, 20_000, order -> order.setTimeInForce(TimeInForce.IOC));
        place("B8", Side.BUY, "sue", 1, 30_000);
        place("S7", Side.SELL, "sue", 3, 40_000, order -> order.setTimeInForce(TimeInForce.GTC));
        place("S8", Side.SELL, "sue", 3, 40_000, order -> order.setTimeInForce(TimeInForce.GTC));
        trade(10);
        trade(5_000);
        trade(TIMEOUT);
    }

    /** The id of an order of the day. */
    UUID orderId(String name) {
        return OrderId.ofClient(partition, "anyone", product, name);
    }

    void place(String name, Side side, String userId, long quantity, long price) {
        append(command(name, side, userId, quantity, price).toByteArray());
    }

    private void place(String name, Side side, String userId, long quantity, long price,
            UnaryOperator<PlaceOrder.Builder> terms) {
        Command order = command(name, side, userId, quantity, price);
        append(order.toBuilder().setPlace(terms.apply(order.getPlace().toBuilder())).build().toByteArray());
    }

    Command command(String name, Side side, String userId, long quantity, long price) {
        UUID orderId = orderId(name);
        return Command.newBuilder()
                .setPlace(PlaceOrder.newBuilder().setOrderIdHigh(orderId.getMostSignificantBits())
                        .setOrderIdLow(orderId.getLeastSignificantBits())
                        .setSide(side == Side.BUY ? trading.wire.proto.Side.BUY : trading.wire.proto.Side.SELL)
                        .setProductId(product).setUserId(userId).setQuantity(quantity).setPrice(price))
                .build();
    }

    /** Ends a batch of all that is in the log. */
    void trade(long laterMillis) {
        trade(laterMillis, Integer.MAX_VALUE);
    }

    private void trade(long laterMillis, int maxOpenOrders) {
        nowMillis += laterMillis;
        List<trading.market.Command> commands = new ArrayList<>();
        long first = tradedTo + 1;
        for (ConsumerRecord<byte[], byte[]> record : logs.records(Topics.ORDERS, partition)) {
            if (record.offset() > tradedTo) {
                try {
                    commands.add(Commands.read(partition, record.offset(), record.timestamp(), record.value()));
                } catch (UnreadableCommand e) {
                    logs.appendDeadLetter(Topics.ORDERS, partition, record.offset(), record.timestamp(),
                            record.value());
                }
                tradedTo = record.offset();
            }
        }
        Batch batch = new Batch(nowMillis, TIMEOUT, WINDOW, maxOpenOrders, MAX_GTC_ORDERS, Integer.MAX_VALUE,
                selfTrades, commands);
        publish(first, batch, market.trade(batch));
    }

    private void publish(long first, Batch batch, Outcome outcome) {
        number++;
        for (trading.wire.proto.Batch part : BatchRecords.write(number, new Offsets(first, tradedTo, 0), batch,
                outcome)) {
            long offset = logs.append(Topics.SALES, partition, nowMillis, part.toByteArray());
            logs.append(Topics.RESULTS, partition, nowMillis + 20, part.toByteArray());
            logs.persist(partition, offset + 1);
        }
        outcome.sales().forEach(sale -> rows.add(SalesRow.of(sale, nowMillis)));
        outcome.closed().forEach(closed -> rows.add(ClosedOrdersRow.of(closed, nowMillis)));
        outcome.gone().forEach(open::remove);
        outcome.rested().forEach(order -> open.put(order.offset(), order));
        outcome.changed().forEach(order -> open.put(order.offset(), order));
        lastTradeIds.putAll(outcome.lastTradeIds());
        if (!outcome.rememberedIds().isEmpty()) {
            remembered.put(nowMillis, outcome.rememberedIds());
        }
    }

    void checkpoint() {
        CheckpointRecords checkpoint = new CheckpointRecords(number, tradedTo, nowMillis,
                part -> logs.append(Topics.CHECKPOINTS, partition, nowMillis, part.toByteArray()));
        open.values().forEach(checkpoint::open);
        lastTradeIds.forEach(checkpoint::lastTradeId);
        remembered.forEach(checkpoint::remembered);
        checkpoint.end();
    }

    /** Changes a batch, or its only or first part, on sales and results alike. */
    void change(long batch, UnaryOperator<trading.wire.proto.Batch.Builder> change) {
        change(Topics.SALES, batch, change);
        change(Topics.RESULTS, batch, change);
    }

    /** Changes a batch, or its only or first part, on one topic, wherever it stands there. */
    void change(String topic, long batch, UnaryOperator<trading.wire.proto.Batch.Builder> change) {
        for (int index : indexes(topic, batch, 1)) {
            logs.replace(topic, partition, index,
                    bytes -> change.apply(parse(bytes).toBuilder()).build().toByteArray());
        }
    }

    /** Removes a part of a batch from one topic, wherever it stands there. */
    void drop(String topic, long batch, int part) {
        for (int index : indexes(topic, batch, part).reversed()) {
            logs.records(topic, partition).remove(index);
        }
    }

    /** Where a part of a batch stands on a topic. */
    List<Integer> indexes(String topic, long batch, int part) {
        List<Integer> indexes = new ArrayList<>();
        List<ConsumerRecord<byte[], byte[]>> records = logs.records(topic, partition);
        for (int i = 0; i < records.size(); i++) {
            trading.wire.proto.Batch found = parse(records.get(i).value());
            if (found.getNumber() == batch && found.getPart() == part) {
                indexes.add(i);
            }
        }
        return indexes;
    }

    /** Changes what a record of the orders log says. */
    void changeOrder(int offset, UnaryOperator<PlaceOrder.Builder> change) {
        logs.replace(Topics.ORDERS, partition, offset, bytes -> {
            Command command = command(bytes);
            return command.toBuilder().setPlace(change.apply(command.getPlace().toBuilder())).build().toByteArray();
        });
    }

    void changeCheckpoint(UnaryOperator<trading.wire.proto.Checkpoint.Builder> change) {
        logs.replace(Topics.CHECKPOINTS, partition, 0, bytes -> {
            try {
                return change.apply(trading.wire.proto.Checkpoint.parseFrom(bytes).toBuilder()).build().toByteArray();
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    void changeRow(long tradeId, UnaryOperator<SalesRow> change) {
        SalesRow row = rows.sale(product, tradeId);
        rows.remove(product, tradeId);
        rows.add(change.apply(row));
    }

    void changeClosedOrder(String name, UnaryOperator<ClosedOrdersRow> change) {
        ClosedOrdersRow row = rows.closedOrder(orderId(name));
        ClosedOrdersRow changed = change.apply(row);
        rows.closedOrders.remove(row.key());
        rows.add(changed);
    }

    static trading.wire.proto.Batch parse(byte[] bytes) {
        try {
            return trading.wire.proto.Batch.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The options of an audit of this day alone. */
    Audit.Options options(UUID... accepted) {
        return options(null, accepted);
    }

    Audit.Options options(Start.@Nullable From from, UUID... accepted) {
        return new Audit.Options(Set.of(partition), any -> true, from, Duration.ZERO, 1, 1_000,
                Set.of(accepted));
    }

    AuditReport audit(UUID... accepted) throws InterruptedException {
        return audit(options(accepted));
    }

    AuditReport audit(Audit.Options options) throws InterruptedException {
        return new Audit(logs, () -> rows, options, clock()).run();
    }

    InstantSource clock() {
        return () -> Instant.ofEpochMilli(nowMillis);
    }

    /** Nobody trades or closes anything for a while. */
    void pass(Duration time) {
        nowMillis += time.toMillis();
    }

    private void publishAgain(int from, int to) {
        for (ConsumerRecord<byte[], byte[]> record : List
                .copyOf(logs.records(Topics.SALES, partition).subList(from, to))) {
            logs.append(Topics.RESULTS, partition, nowMillis + 40, record.value());
        }
    }

    void cancel(String name, String userId) {
        UUID orderId = orderId(name);
        append(Command.newBuilder().setCancel(CancelOrder.newBuilder().setOrderIdHigh(orderId.getMostSignificantBits())
                .setOrderIdLow(orderId.getLeastSignificantBits()).setUserId(userId)).build().toByteArray());
    }

    private void append(byte[] value) {
        logs.append(Topics.ORDERS, partition, nowMillis, value);
    }

    private static Command command(byte[] bytes) {
        try {
            return Command.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }
}
