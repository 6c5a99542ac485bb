package trading.client.audit;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import trading.market.Side;
import trading.wire.Topics;
import trading.wire.proto.CloseReason;
import trading.wire.proto.PlaceOrder;
import trading.wire.proto.SelfTradeException;

/**
 * One way of tampering with a {@link TradingDay}, and what an audit must say of it. Where a batch is changed, its copies on
 * results are changed as well, unless the name says otherwise: nothing but the rules can tell then.
 *
 * @param name what is done
 * @param expected what a finding must say; {@code [S1]} stands for an order's id, {@code apple} for the product
 */
record Tampering(String name, String expected, Consumer<TradingDay> tamper) {

    /** All of them. */
    static final List<Tampering> KINDS = List.of(
            of("row deleted", "SALES, sale apple 3: no row", day -> day.rows.remove(day.product, 3)),
            of("row added", "SALES, sale apple 9: a row (expected: none",
                    day -> addRow(day, row -> sale(row, day.product, 9, row.BUYER_NAME()))),
            of("row duplicated under another trade id", "SALES, sale apple 7: a row (expected: none",
                    day -> addRow(day, row -> sale(row, day.product, 7, row.BUYER_NAME()))),
            of("row added for a product that was never sold", "SALES, sale apple-ghost 1: a row (expected: none",
                    day -> addRow(day, row -> sale(row, ghost(day), 1, row.BUYER_NAME()))),
            of("row's trade id below 1", "SALES, sale apple 0: a row (expected: none",
                    day -> addRow(day, row -> sale(row, day.product, 0, row.BUYER_NAME()))),
            of("row's quantity changed", "SALES, sale apple 3, QUANTITY: 3 (expected: 2)",
                    day -> day.changeRow(3, row -> new SalesRow(row.PRODUCT_ID(), row.TRADE_ID(), row.BUYER_NAME(),
                            row.SELLER_NAME(), row.PRICE(), 3, row.PO_ID(), row.SO_ID(), row.PO_REMAINING(),
                            row.SO_REMAINING(), row.TRADED_AT()))),
            of("row's price changed", "SALES, sale apple 3, PRICE: 1.2001 (expected: 1.2000)",
                    day -> day.changeRow(3, row -> new SalesRow(row.PRODUCT_ID(), row.TRADE_ID(), row.BUYER_NAME(),
                            row.SELLER_NAME(), new BigDecimal("1.2001"), row.QUANTITY(), row.PO_ID(), row.SO_ID(),
                            row.PO_REMAINING(), row.SO_REMAINING(), row.TRADED_AT()))),
            of("row's buyer changed", "SALES, sale apple 3, BUYER_NAME: eve (expected: bill)",
                    day -> day.changeRow(3, row -> sale(row, day.product, 3, "eve"))),
            of("row's seller changed", "SALES, sale apple 3, SELLER_NAME: eve (expected: sue)",
                    day -> day.changeRow(3, row -> new SalesRow(row.PRODUCT_ID(), row.TRADE_ID(), row.BUYER_NAME(),
                            "eve", row.PRICE(), row.QUANTITY(), row.PO_ID(), row.SO_ID(), row.PO_REMAINING(),
                            row.SO_REMAINING(), row.TRADED_AT()))),
            of("row's product changed", "SALES, sale apple-ghost 3: a row (expected: none",
                    day -> day.changeRow(3, row -> sale(row, ghost(day), 3, row.BUYER_NAME()))),
            of("row's purchase order changed", "SALES, sale apple 3, PO_ID: [nobody] (expected: [B3])",
                    day -> day.changeRow(3, row -> new SalesRow(row.PRODUCT_ID(), row.TRADE_ID(), row.BUYER_NAME(),
                            row.SELLER_NAME(), row.PRICE(), row.QUANTITY(), day.orderId("nobody").toString(),
                            row.SO_ID(),
                            row.PO_REMAINING(), row.SO_REMAINING(), row.TRADED_AT()))),
            of("row's sales order changed", "SALES, sale apple 3, SO_ID: [nobody] (expected: [S1])",
                    day -> day.changeRow(3, row -> new SalesRow(row.PRODUCT_ID(), row.TRADE_ID(), row.BUYER_NAME(),
                            row.SELLER_NAME(), row.PRICE(), row.QUANTITY(), row.PO_ID(),
                            day.orderId("nobody").toString(),
                            row.PO_REMAINING(), row.SO_REMAINING(), row.TRADED_AT()))),
            of("row's remainder changed", "SALES, sale apple 3, PO_REMAINING: 9 (expected: 8)",
                    day -> day.changeRow(3, row -> new SalesRow(row.PRODUCT_ID(), row.TRADE_ID(), row.BUYER_NAME(),
                            row.SELLER_NAME(), row.PRICE(), row.QUANTITY(), row.PO_ID(), row.SO_ID(), 9,
                            row.SO_REMAINING(), row.TRADED_AT()))),
            of("row's time changed", "SALES, sale apple 3, TRADED_AT: ",
                    day -> day.changeRow(3, row -> new SalesRow(row.PRODUCT_ID(), row.TRADE_ID(), row.BUYER_NAME(),
                            row.SELLER_NAME(), row.PRICE(), row.QUANTITY(), row.PO_ID(), row.SO_ID(),
                            row.PO_REMAINING(), row.SO_REMAINING(), row.TRADED_AT().plus(Duration.ofMillis(1))))),
            of("row of a closed order deleted", "CLOSED_ORDERS, order [B2]: no row",
                    day -> day.rows.closedOrders.remove(day.rows.closedOrder(day.orderId("B2")).key())),
            of("row of a closed order added", "CLOSED_ORDERS, order [X5] of apple: a row, closed at ",
                    day -> day.rows.add(closed(day, "X5", 1))),
            of("row of a closed order replaced by another's",
                    "CLOSED_ORDERS, order [X5] of apple: a row, closed at ",
                    day -> {
                        day.rows.add(closed(day, "X5", 1));
                        day.rows.closedOrders.remove(day.rows.closedOrder(day.orderId("B2")).key());
                    }),
            of("row of a closed order changed", "CLOSED_ORDERS, order [B2], REMAINING: 2 (expected: 3)",
                    day -> day.changeClosedOrder("B2", row -> closed(day, "B2", 2))),

            of("trade id skipped in the log", "sale apple 5, tradeId: 5 (expected: 4)",
                    day -> {
                        day.change(3, batch -> batch.setSales(0, batch.getSales(0).toBuilder().setTradeId(5)));
                        day.changeRow(4, row -> sale(row, day.product, 5, row.BUYER_NAME()));
                    }),
            of("batch dropped", "batch 3 (orders 6 to 8), number: 3 (expected: 2)", day -> {
                day.drop(Topics.SALES, 2, 1);
                day.drop(Topics.RESULTS, 2, 1);
            }),
            of("last batch dropped, from sales only",
                    "batch 7 (orders 612 to 612) with sale apple 5: a batch (expected: none",
                    day -> day.drop(Topics.SALES, 7, 1)),
            of("batch repeated", "batch 2 (orders 3 to 5): repeated, or later than it should be, after batch 7",
                    day -> day.logs.append(Topics.SALES, day.partition, 0,
                            day.logs.records(Topics.SALES, day.partition).get(1).value())),
            of("two batches swapped", "batch 2 (orders 3 to 5): repeated, or later than it should be, after batch 3",
                    day -> {
                        List<ConsumerRecord<byte[], byte[]>> sales = day.logs.records(Topics.SALES, day.partition);
                        byte[] second = sales.get(1).value();
                        byte[] third = sales.get(2).value();
                        day.logs.replace(Topics.SALES, day.partition, 1, bytes -> third);
                        day.logs.replace(Topics.SALES, day.partition, 2, bytes -> second);
                    }),
            of("batch's number removed", "batch (orders 9 to 10), number: 0 (expected: 4)",
                    day -> day.change(4, batch -> batch.clearNumber())),
            of("batch's moment moved back", "batch 3 (orders 6 to 8), now: ",
                    day -> day.change(3, batch -> batch.setNow(batch.getNow() - 11))),
            of("batch's moment moved, on sales only", "batch 4 (orders 9 to 10) with rested order [S4], now: ",
                    day -> day.change(Topics.SALES, 4, batch -> batch.setNow(batch.getNow() + 1))),
            of("batch's timeout changed", "closed order [B4]: EXPIRED after 60011 ms (expected: open for 60012 ms)",
                    day -> day.change(5, batch -> batch.setTimeoutMillis(60_012))),
            of("batch's timeout changed, on sales only",
                    "batch 4 (orders 9 to 10) with rested order [S4], timeout_millis: 60000 (expected: 61000)",
                    day -> day.change(Topics.SALES, 4, batch -> batch.setTimeoutMillis(61_000))),
            of("batch's window changed", "batch 3 (orders 6 to 8), rested order [S1]: nothing",
                    day -> day.change(3, batch -> batch.setIdempotencyWindowMillis(5))),
            of("batch's offsets overlap those before", "batch 3 (orders 5 to 8), first offset: 5 (expected: 6)",
                    day -> day.change(3, batch -> batch.setFirstOffset(5))),
            of("batch's last offset changed", "batch 4 (orders 9 to 9), rested order [B4]",
                    day -> day.change(4, batch -> batch.setLastOffset(9))),
            of("batch's rules version changed", "batch 4 (orders 9 to 10), rules version: 2 (expected: 1)",
                    day -> day.change(4, batch -> batch.setRulesVersion(2))),
            of("batch that missed an order", "batch 4 (orders 9 to 10), missed: 1 (expected: 0",
                    day -> day.change(4, batch -> batch.setMissed(1))),
            of("part of a batch missing", "batch 6 (orders 11 to 611), part 2 of 2: missing", day -> {
                day.drop(Topics.SALES, 6, 2);
                day.drop(Topics.RESULTS, 6, 2);
            }),
            of("first part of a batch missing", "batch 6 (orders 11 to 611): begins with part 2 (expected: part 1)",
                    day -> {
                        day.drop(Topics.SALES, 6, 1);
                        day.drop(Topics.RESULTS, 6, 1);
                    }),
            of("sale dropped from a batch", "batch 2 (orders 3 to 5), sale apple 3: nothing (expected: Sale[",
                    day -> day.change(2, batch -> batch.removeSales(1))),
            of("sale added to a batch", "batch 4 (orders 9 to 10), sale apple 5: Sale[", day -> day.change(4,
                    batch -> batch.addSales(parse(day, 3).getSales(0).toBuilder().setTradeId(5)))),
            of("sale's quantity changed in a batch",
                    "sale apple 2, quantity: 3 (expected: what [B2] still wants, 7, or what [S2] still has, 4",
                    day -> day.change(2, batch -> batch.setSales(0, batch.getSales(0).toBuilder().setQuantity(3)))),
            of("sale's price changed in a batch", "sale apple 2, price: 10501 (expected: 10500 of [S2])",
                    day -> day.change(2, batch -> batch.setSales(0, batch.getSales(0).toBuilder().setPrice(10_501)))),
            of("sale's price above the buyer's limit",
                    "sale apple 2, price: 11001 (expected: up to 11000, the limit of [B2])",
                    day -> day.change(2, batch -> batch.setSales(0, batch.getSales(0).toBuilder().setPrice(11_001)))),
            of("sale's seller changed in a batch",
                    "sale apple 2, sales order [S2], user: eve (expected: sam)",
                    day -> day.change(2, batch -> batch.setSales(0, batch.getSales(0).toBuilder().setSeller("eve")))),
            of("sale's purchase order changed in a batch", "sale apple 2, purchase order [nobody]: not open",
                    day -> day.change(2, batch -> batch.setSales(0, batch.getSales(0).toBuilder()
                            .setPurchaseOrderIdHigh(day.orderId("nobody").getMostSignificantBits())
                            .setPurchaseOrderIdLow(day.orderId("nobody").getLeastSignificantBits())))),
            of("sale's remainder changed in a batch", "sale apple 2, purchaseOrderRemaining of [B2]: 2 (expected: 3)",
                    day -> day.change(2, batch -> batch.setSales(0,
                            batch.getSales(0).toBuilder().setPurchaseOrderRemaining(2)))),
            of("closed order dropped from a batch", "batch 3 (orders 6 to 8), closed order [B2]: nothing",
                    day -> day.change(3, batch -> batch.clearClosed())),
            of("closed order's reason changed",
                    "closed order [B2]: nothing (expected: CANCELLED, by its owner's cancel)",
                    day -> day.change(3, batch -> batch.setClosed(0,
                            batch.getClosed(0).toBuilder().setReason(CloseReason.EXPIRED)))),
            of("closed order's reason unknown",
                    "closed order [B2], reason: 9 (expected: EXPIRED, CANCELLED, REJECTED, SELF_TRADE, UNFILLED, "
                            + "MAX_OPEN_ORDERS, MAX_GTC_ORDERS or MAX_PRODUCTS)",
                    day -> day.change(3, batch -> batch.setClosed(0,
                            batch.getClosed(0).toBuilder().setReasonValue(9)))),
            of("closed order's remainder changed", "closed order [B2], remaining: 2 (expected: 3)",
                    day -> day.change(3, batch -> batch.setClosed(0, batch.getClosed(0).toBuilder()
                            .setOrder(batch.getClosed(0).getOrder().toBuilder().setRemaining(2))))),
            of("rejected order dropped from a batch", "batch 6 (orders 11 to 611), closed order [X600]: nothing",
                    day -> day.change(6, batch -> batch.clearClosed())),
            of("rejected order's reason changed",
                    "closed order [X600], reason: MAX_PRODUCTS (expected: MAX_OPEN_ORDERS)",
                    day -> day.change(6, batch -> batch.setClosed(0,
                            batch.getClosed(0).toBuilder().setReason(CloseReason.MAX_PRODUCTS)))),
            of("batch's bound of open orders changed",
                    "closed order [X600]: MAX_OPEN_ORDERS (expected: an order that came",
                    day -> day.change(6, batch -> batch.setMaxOpenOrders(601))),
            of("rested order dropped from a batch", "batch 4 (orders 9 to 10), rested order [B4]: nothing",
                    day -> day.change(4, batch -> batch.removeRested(1))),
            of("rested order's remainder changed", "rested order [B3], remaining: 9 (expected: 8)",
                    day -> day.change(2, batch -> batch.setRested(0,
                            batch.getRested(0).toBuilder().setRemaining(9)))),

            of("self-trade dropped from a batch", "batch 8 (orders 613 to 618), closed order [B8]: nothing",
                    goingOn(day -> day.change(8, batch -> batch.removeClosed(1)))),
            of("self-trade made a sale",
                    "sale apple 7: between two orders of sue (expected: SELF_TRADE, by CLOSE_NEWER)",
                    goingOn(day -> day.change(8, batch -> batch.addSales(parse(day, 7).getSales(0).toBuilder()
                            .setTradeId(7).setBuyer("sue").setSeller("sue"))))),
            of("batch's self-trade rule changed",
                    "closed order [B8]: SELF_TRADE (expected: open, or traded: orders of the same user may trade)",
                    goingOn(day -> day.change(8, batch -> batch.clearSelfTrades()))),
            of("batch's self-trade rule unknown", "batch 8 (orders 613 to 618), self_trades: 9 (expected: CLOSE_OLDER",
                    goingOn(day -> day.change(8, batch -> batch.setSelfTradesValue(9)))),
            of("immediate order left open", "order [B7]: open behind its batch (expected: UNFILLED)",
                    goingOn(day -> day.change(8, batch -> batch.addRested(batch.getClosed(2).getOrder())
                            .removeClosed(2)))),
            of("order closed as unfilled that is not immediate", "closed order [X2]: UNFILLED (expected: open: it is",
                    goingOn(day -> day.change(10, batch -> batch.setClosed(0,
                            batch.getClosed(0).toBuilder().setReason(CloseReason.UNFILLED))))),
            of("order good till cancelled expired in a batch",
                    "closed order [S6]: EXPIRED after 5010 ms (expected: open until it is cancelled)",
                    goingOn(day -> day.change(9, batch -> batch.addClosed(batch.getClosed(0).toBuilder()
                            .setOrder(parse(day, 8).getRested(0)))))),
            of("batch's bound of orders good till cancelled changed",
                    "closed order [S8]: MAX_GTC_ORDERS (expected: an order that came",
                    goingOn(day -> day.change(8, batch -> batch.setMaxGtcOrders(3)))),
            of("batch's oldest order changed", "batch 10 (orders 619 to 618), oldest_accepted_at: 1 (expected: ",
                    goingOn(day -> day.change(10, batch -> batch.setOldestAcceptedAt(1)))),

            of("order removed from the log", "batch 4 (orders 9 to 10), rested order [S4]: ",
                    day -> day.logs.records(Topics.ORDERS, day.partition).remove(9)),
            of("order's quantity changed in the log", "rested order [S4], quantity: 2 (expected: 3)",
                    day -> day.changeOrder(9, order -> order.setQuantity(3))),
            of("order's price changed in the log", "sale apple 2, price: 10500 (expected: 10400 of [S2])",
                    day -> day.changeOrder(4, order -> order.setPrice(10_400))),
            of("order's user changed in the log", "sale apple 1, purchase order [B1], user: bob (expected: eve)",
                    day -> day.changeOrder(1, order -> order.setUserId("eve"))),
            of("order's side changed in the log", "rested order [S4], side: SELL (expected: BUY)",
                    day -> day.changeOrder(9, order -> order.setSide(trading.wire.proto.Side.BUY))),
            of("order's time in force changed in the log", "rested order [S6], timeInForce: GTC (expected: TIMEOUT)",
                    goingOn(day -> day.changeOrder(613, PlaceOrder.Builder::clearTimeInForce))),
            of("order's own time changed in the log", "rested order [B6], expiresAtMillis: ",
                    goingOn(day -> day.changeOrder(614, order -> order.setExpiresAt(order.getExpiresAt() + 1)))),
            of("order added to the log", "batch 4 (orders 9 to 10), rested order [inserted]: nothing",
                    Tampering::insertOrder),
            of("cancel removed from the log",
                    "closed order [B2]: CANCELLED (expected: a cancel by its owner while it is open)",
                    day -> day.logs.records(Topics.ORDERS, day.partition).remove(6)),
            of("accepted order not in the log", "order [accepted]: accepted, but not in the log", day -> {}),

            of("result missing", "results, batch 4 (orders 9 to 10) with rested order [S4]: missing",
                    day -> day.drop(Topics.RESULTS, 4, 1)),
            of("result of a part missing",
                    "results, batch 6 (orders 11 to 611), part 2 of 2 with rested order [X499]: missing",
                    day -> day.drop(Topics.RESULTS, 6, 2)),
            of("result changed",
                    "results, batch 7 (orders 612 to 612) with sale apple 5, sale apple 5, price: 1 (expected: 30000)",
                    day -> day.change(Topics.RESULTS, 7,
                            batch -> batch.setSales(0, batch.getSales(0).toBuilder().setPrice(1)))),
            of("result's reason changed", "closed order [B2], reason: EXPIRED (expected: CANCELLED)",
                    day -> day.change(Topics.RESULTS, 3,
                            batch -> batch.setClosed(0, batch.getClosed(0).toBuilder()
                                    .setReason(CloseReason.EXPIRED)))),
            of("result's self-trade exception added",
                    "self_trade_exceptions: self_trade_exceptions {",
                    goingOn(day -> day.change(Topics.RESULTS, 8, batch -> batch.addSelfTradeExceptions(
                            SelfTradeException.newBuilder().setProductId("pear"))))),
            of("repeated result changed", "batch 2 (orders 3 to 5) with sale apple 2: a batch (expected: none",
                    day -> day.logs.replace(Topics.RESULTS, day.partition, day.indexes(Topics.RESULTS, 2, 1).getLast(),
                            bytes -> TradingDay.parse(bytes).toBuilder().setNow(1).build().toByteArray())),
            of("result of another partition", "batch 90 (orders 0 to 0) with sale pear 1: a batch (expected: none",
                    day -> day.logs.append(Topics.RESULTS, day.partition, 0,
                            parse(day, 7).toBuilder().setNumber(90).setFirstOffset(0).setLastOffset(0)
                                    .setSales(0, parse(day, 7).getSales(0).toBuilder().setProductId("pear")
                                            .setTradeId(1))
                                    .build().toByteArray())),
            of("dead letter missing", "orders, unreadable record at offset 3, 3 bytes: not in the dead letters",
                    day -> day.logs.records(Topics.DEAD_LETTERS, day.partition).clear()),
            of("dead letter changed", "orders, unreadable record at offset 3, 3 bytes: not in the dead letters",
                    day -> day.logs.replace(Topics.DEAD_LETTERS, day.partition, 0, bytes -> new byte[]{1, 2, 4})),
            of("checkpoint's open order changed", "checkpoint after batch 3, order [B3], remaining: 6 (expected: 7)",
                    day -> day.changeCheckpoint(checkpoint -> checkpoint.setOpen(0,
                            checkpoint.getOpen(0).toBuilder().setRemaining(6)))),
            of("checkpoint's open order dropped", "checkpoint after batch 3, order [B3]: missing",
                    day -> day.changeCheckpoint(checkpoint -> checkpoint.clearOpen())),
            of("checkpoint's trade id changed", "checkpoint after batch 3, last trade id of apple: 5 (expected: 4)",
                    day -> day.changeCheckpoint(checkpoint -> checkpoint.setLastTradeIds(0,
                            checkpoint.getLastTradeIds(0).toBuilder().setTradeId(5)))),
            of("checkpoint's batch changed to a later one",
                    "checkpoint after batch 99: published (expected: none, since there is no such batch)",
                    day -> day.changeCheckpoint(checkpoint -> checkpoint.setBatchNumber(99))),
            of("checkpoint's remembered ids dropped",
                    "checkpoint after batch 3, order [B1]: not among those that are done",
                    day -> day.changeCheckpoint(checkpoint -> checkpoint.clearDone())));

    /** What the audit of the day must be given as accepted. */
    UUID[] accepted(TradingDay day) {
        return name.startsWith("accepted") ? new UUID[]{day.orderId("S1"), day.orderId("accepted")} : new UUID[0];
    }

    /** What a finding must say, of this day. */
    String expected(TradingDay day) {
        String text = expected.replace("apple-ghost", ghost(day)).replaceAll("\\bapple\\b", day.product);
        int open = text.indexOf('[');
        while (open >= 0) {
            int close = text.indexOf(']', open);
            if (close > open + 1 && Character.isLetter(text.charAt(open + 1)) && text.charAt(open - 1) != 'e') {
                String order = day.orderId(text.substring(open + 1, close)).toString();
                text = text.substring(0, open) + order + text.substring(close + 1);
                open = text.indexOf('[', open);
            } else {
                open = text.indexOf('[', open + 1);
            }
        }
        return text;
    }

    @Override
    public String toString() {
        return name;
    }

    private static Tampering of(String name, String expected, Consumer<TradingDay> tamper) {
        return new Tampering(name, expected, tamper);
    }

    /** Tampers with the day when it has gone on. */
    private static Consumer<TradingDay> goingOn(Consumer<TradingDay> tamper) {
        return day -> {
            day.goOn();
            tamper.accept(day);
        };
    }

    /** A product of the same partition that nobody ever ordered. */
    private static String ghost(TradingDay day) {
        int number = 0;
        while (Topics.partition("ghost-" + number) != day.partition) {
            number++;
        }
        return "ghost-" + number;
    }

    private static trading.wire.proto.Batch parse(TradingDay day, int batch) {
        return TradingDay.parse(day.logs.records(Topics.SALES, day.partition)
                .get(day.indexes(Topics.SALES, batch, 1).getFirst()).value());
    }

    private static void addRow(TradingDay day, UnaryOperator<SalesRow> copy) {
        day.rows.add(copy.apply(day.rows.sale(day.product, 3)));
    }

    private static SalesRow sale(SalesRow row, String product, long tradeId, String buyer) {
        return new SalesRow(product, tradeId, buyer, row.SELLER_NAME(), row.PRICE(), row.QUANTITY(), row.PO_ID(),
                row.SO_ID(), row.PO_REMAINING(), row.SO_REMAINING(), row.TRADED_AT());
    }

    private static ClosedOrdersRow closed(TradingDay day, String name, long remaining) {
        ClosedOrdersRow row = day.rows.closedOrder(day.orderId("B2"));
        return new ClosedOrdersRow(day.orderId(name).toString(), row.SIDE(), row.PRODUCT_ID(), row.USER_ID(),
                row.QUANTITY(), remaining, row.PRICE(), row.REASON(), row.CLOSED_AT());
    }

    /** An order between two others moves all that follow. */
    private static void insertOrder(TradingDay day) {
        List<ConsumerRecord<byte[], byte[]>> orders = day.logs.records(Topics.ORDERS, day.partition);
        List<ConsumerRecord<byte[], byte[]>> after = List.copyOf(orders.subList(9, orders.size()));
        orders.subList(9, orders.size()).clear();
        day.place("inserted", Side.BUY, "eve", 1, 1);
        after.forEach(record -> day.logs.append(Topics.ORDERS, day.partition, record.timestamp(), record.value()));
    }
}
