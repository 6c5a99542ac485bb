package trading.persister;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import trading.persister.SalesTable.ConflictingRow;
import trading.persister.SalesTable.UnwritableRow;
import trading.wire.Limits;

/** What every sales table must do, read back in plain SQL. A database may hold rows of earlier runs. */
abstract class SalesTableContract {

    private static final int STATEMENT_ROWS = 10;
    private static final LocalDateTime NOON = LocalDateTime.parse("2026-03-29T12:00:00.007");

    private final String product = "p" + Long.toString(ThreadLocalRandom.current().nextLong(1L << 60), 36);

    /** A table whose statements write at most this many rows. */
    abstract SalesTable table(int statementRows);

    /** The rows of a query, columns separated by bars. */
    abstract List<String> sql(String query, Object... parameters);

    @Test
    void keepsEveryExtremeOfASale() {
        String longestProduct = longest(product + "-", Limits.MAX_PRODUCT_ID_LENGTH, "._-AZaz09");
        String buyer = longest("@.", Limits.MAX_USER_ID_LENGTH, "._-@AZaz09");
        String seller = longest("-_", Limits.MAX_USER_ID_LENGTH, "@-._09azAZ");
        UUID purchaseOrder = new UUID(0x0000_0000_0000_7000L, 0x8000_0000_0000_0000L);
        UUID salesOrder = new UUID(0xffff_ffff_ffff_802fL, 0xbfff_ffff_ffff_ffffL);

        write(new SaleRow(longestProduct, 1, buyer, seller, 1, 1, purchaseOrder, salesOrder, 0, Limits.MAX_QUANTITY,
                LocalDateTime.parse("1970-01-01T00:00:00.001")),
                new SaleRow(longestProduct, Long.MAX_VALUE, "b", "s", Limits.MAX_PRICE, Limits.MAX_QUANTITY, salesOrder,
                        purchaseOrder, Limits.MAX_QUANTITY, 0, LocalDateTime.parse("9999-12-31T23:59:59.999")));

        assertThat(sales(longestProduct)).containsExactly(
                longestProduct + "|1|" + buyer + "|" + seller
                        + "|0.0001|1|00000000-0000-7000-8000-000000000000|ffffffff-ffff-802f-bfff-ffffffffffff"
                        + "|0|1000000000000000|1970-01-01 00:00:00.001",
                longestProduct + "|9223372036854775807|b|s|99999999999999.9999|1000000000000000"
                        + "|ffffffff-ffff-802f-bfff-ffffffffffff|00000000-0000-7000-8000-000000000000"
                        + "|1000000000000000|0|9999-12-31 23:59:59.999");
    }

    @Test
    void keepsEveryExtremeOfAClosedOrder() {
        String longestProduct = longest(product, Limits.MAX_PRODUCT_ID_LENGTH, "._-");
        String user = longest("@", Limits.MAX_USER_ID_LENGTH, "-_.");
        UUID anyPrice = UUID.randomUUID();
        UUID highest = UUID.randomUUID();

        SalesTable table = table(STATEMENT_ROWS);
        table.write(List.of(),
                List.of(new ClosedOrderRow(anyPrice, "BUY", longestProduct, user, Limits.MAX_QUANTITY,
                        Limits.MAX_QUANTITY, 0, "EXPIRED", NOON),
                        new ClosedOrderRow(highest, "SELL", "p", "u", 2, 1, Limits.MAX_PRICE, "CANCELLED", NOON)));

        assertThat(closedOrder(anyPrice)).containsExactly("BUY|" + longestProduct + "|" + user
                + "|1000000000000000|1000000000000000|null|EXPIRED|2026-03-29 12:00:00.007");
        assertThat(closedOrder(highest))
                .containsExactly("SELL|p|u|2|1|99999999999999.9999|CANCELLED|2026-03-29 12:00:00.007");
    }

    /** Half past two did not exist on this night in half of Europe; the database must not care. */
    @Test
    void keepsTimesThatSomeClocksSkip() {
        write(sale(product, 1, LocalDateTime.parse("2026-03-29T02:30:00.123")));

        assertThat(sales(product)).singleElement().asString().endsWith("|2026-03-29 02:30:00.123");
    }

    @Test
    void productsThatDifferInCaseAreTwo() {
        write(sale(product, 1), sale(product.toUpperCase(Locale.ROOT), 1));

        assertThat(sales(product)).hasSize(1);
        assertThat(sales(product.toUpperCase(Locale.ROOT))).hasSize(1);
    }

    /** No gateway lets these through; the table must take them as data all the same. */
    @Test
    void namesAreNeverReadAsSql() {
        String name = "o'brien\\ \"?\" :a $1 `--/*%";
        SaleRow plain = sale(product, 1);
        write(plain, new SaleRow(product, 2, name, name, plain.price(), plain.quantity(), plain.purchaseOrderId(),
                plain.salesOrderId(), 0, 0, NOON), sale(product, 3));

        assertThat(sql("SELECT BUYER_NAME, SELLER_NAME FROM SALES WHERE PRODUCT_ID = ? ORDER BY TRADE_ID", product))
                .containsExactly("b|s", name + "|" + name, "b|s");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, STATEMENT_ROWS - 1, STATEMENT_ROWS, STATEMENT_ROWS + 1, 2 * STATEMENT_ROWS,
        3 * STATEMENT_ROWS + 5})
    void writesAnyNumberOfRows(int count) {
        List<SaleRow> rows = saleRows(count);
        List<ClosedOrderRow> closed = IntStream.range(0, count).mapToObj(i -> closedOrder(product)).toList();

        assertThat(table(STATEMENT_ROWS).write(rows, closed).total()).isEqualTo(2 * count);

        assertThat(sql("SELECT COUNT(*), COALESCE(SUM(TRADE_ID), 0) FROM SALES WHERE PRODUCT_ID = ?", product))
                .containsExactly(count + "|" + count * (count + 1) / 2);
        assertThat(sql("SELECT COUNT(*) FROM CLOSED_ORDERS WHERE PRODUCT_ID = ?", product)).containsExactly("" + count);
    }

    @Test
    void theSameRowsAgainChangeNothing() {
        List<SaleRow> rows = saleRows(25);
        List<ClosedOrderRow> closed = List.of(closedOrder(product), closedOrder(product));
        SalesTable table = table(STATEMENT_ROWS);
        assertThat(table.write(rows, closed).total()).isEqualTo(27);
        List<String> before = sales(product);

        assertThat(table.write(rows, closed).total()).isZero();

        assertThat(sales(product)).isEqualTo(before).hasSize(25);
    }

    @Test
    void rowsThatAreMissingJoinThoseThatAreThere() {
        List<SaleRow> rows = saleRows(25);
        SalesTable table = table(STATEMENT_ROWS);
        table.write(List.of(rows.get(0), rows.get(7), rows.get(24)), List.of());

        assertThat(table.write(rows, List.of()).total()).isEqualTo(22);

        assertThat(sales(product)).hasSize(25);
    }

    @Test
    void theSameRowTwiceInOneCallIsOneRow() {
        List<SaleRow> rows = saleRows(4);
        List<SaleRow> twice = Stream.concat(rows.stream(), rows.stream()).toList();

        assertThat(table(STATEMENT_ROWS).write(twice, List.of()).total()).isEqualTo(4);

        assertThat(sales(product)).hasSize(4);
    }

    static Stream<Arguments> differences() {
        return Stream.of(
                difference("BUYER_NAME: B (expected: b, as", s -> with(s, "B", s.seller(), s.price(), s.quantity())),
                difference("SELLER_NAME: S (expected: s, as", s -> with(s, s.buyer(), "S", s.price(), s.quantity())),
                difference("PRICE: 1.2346 (expected: 1.2345, as",
                        s -> with(s, s.buyer(), s.seller(), 12_346, s.quantity())),
                difference("QUANTITY: 4 (expected: 3, as", s -> with(s, s.buyer(), s.seller(), s.price(), 4)),
                difference("PO_ID: ", s -> with(s, UUID.randomUUID(), s.salesOrderId(), 1, 2, NOON)),
                difference("SO_ID: ", s -> with(s, s.purchaseOrderId(), UUID.randomUUID(), 1, 2, NOON)),
                difference("PO_REMAINING: 9 (expected: 1, as",
                        s -> with(s, s.purchaseOrderId(), s.salesOrderId(), 9, 2, NOON)),
                difference("SO_REMAINING: 9 (expected: 2, as",
                        s -> with(s, s.purchaseOrderId(), s.salesOrderId(), 1, 9, NOON)),
                difference("TRADED_AT: 2026-03-29T12:00:00.008 (expected: 2026-03-29T12:00:00.007, as",
                        s -> with(s, s.purchaseOrderId(), s.salesOrderId(), 1, 2, NOON.plusNanos(1_000_000))));
    }

    @ParameterizedTest
    @MethodSource("differences")
    void anotherSaleUnderTheSameKeyIsRefused(String message, UnaryOperator<SaleRow> change) {
        List<SaleRow> rows = saleRows(5);
        SalesTable table = table(STATEMENT_ROWS);
        table.write(rows.subList(1, 4), List.of());
        List<String> before = sales(product);
        List<SaleRow> other = new ArrayList<>(rows);
        other.set(2, change.apply(rows.get(2)));

        assertThatThrownBy(() -> table.write(other, List.of())).isInstanceOf(ConflictingRow.class)
                .hasMessageContaining("SALES (" + product + ", 3) " + message);

        assertThat(sales(product)).isEqualTo(before);
    }

    @Test
    void anotherSaleUnderTheSameKeyInOneCallIsRefused() {
        SaleRow row = sale(product, 1);

        assertThatThrownBy(() -> write(row, with(row, "B", "s", row.price(), row.quantity())))
                .isInstanceOf(ConflictingRow.class).hasMessageContaining("BUYER_NAME");

        assertThat(sales(product)).isEmpty();
    }

    @Test
    void anotherClosedOrderUnderTheSameIdIsRefused() {
        ClosedOrderRow row = closedOrder(product);
        SalesTable table = table(STATEMENT_ROWS);
        table.write(List.of(), List.of(row));

        assertThatThrownBy(() -> table.write(List.of(),
                List.of(new ClosedOrderRow(row.orderId(), row.side(), row.productId(), row.userId(), row.quantity(),
                        row.remaining(), 5, row.reason(), row.closedAt()))))
                .isInstanceOf(ConflictingRow.class).hasMessage("CLOSED_ORDERS (" + row.orderId()
                        + ", " + row.closedAt() + ") PRICE: 0.0005 (expected: null, as the table has it)");
    }

    @Test
    void anOrderIdThatIsUsedAgainMayCloseAgain() {
        ClosedOrderRow first = closedOrder(product);
        ClosedOrderRow second = new ClosedOrderRow(first.orderId(), first.side(), first.productId(), first.userId(), 9,
                9,
                first.price(), first.reason(), first.closedAt().plusMinutes(11));
        SalesTable table = table(STATEMENT_ROWS);

        assertThat(table.write(List.of(), List.of(first)).total()).isEqualTo(1);
        assertThat(table.write(List.of(), List.of(first, second)).total()).isEqualTo(1);
    }

    static Stream<Arguments> unwritable() {
        return Stream.of(Arguments.of("product id too long", new Unwritable("p".repeat(33), "b", 1)),
                Arguments.of("name too long", new Unwritable("p", "b".repeat(65), 1)),
                Arguments.of("name not ASCII", new Unwritable("p", "b\u00e9", 1)),
                Arguments.of("price too high", new Unwritable("p", "b", Limits.MAX_PRICE + 1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unwritable")
    void whatDoesNotFitIsRefusedAndNeverCut(String why, Unwritable bad) {
        SaleRow good = sale(product, 1);
        SaleRow row = new SaleRow(bad.productId(), ThreadLocalRandom.current().nextLong(1, 1L << 62), bad.buyer(), "s",
                bad.price(), 1, good.purchaseOrderId(), good.salesOrderId(), 0, 0, NOON);

        assertThatThrownBy(() -> write(good, row)).as(why).isInstanceOf(UnwritableRow.class)
                .hasMessageStartingWith("SALES: ");

        assertThat(sales(product)).isEmpty();
    }

    /** As two persisters may, for a moment, when a partition moves. */
    @Test
    void severalWritersOfTheSameRowsWriteThemOnce() throws Exception {
        int writers = 4;
        List<SaleRow> rows = saleRows(400);
        long seed = ThreadLocalRandom.current().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        SalesTable table = table(50);
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            List<Callable<Integer>> writes = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                List<SaleRow> shuffled = new ArrayList<>(rows);
                Collections.shuffle(shuffled, random);
                writes.add(() -> table.write(shuffled, List.of()).total());
            }
            int written = 0;
            for (Future<Integer> write : threads.invokeAll(writes)) {
                written += write.get();
            }
            assertThat(written).isEqualTo(rows.size());
        }

        assertThat(sales(product)).hasSize(rows.size());
    }

    /** Enough rows for one statement of the size that is the default. */
    @Test
    void aThousandRowsAreReadBackAndCompared() {
        List<SaleRow> rows = saleRows(1000);
        SalesTable table = table(1000);
        assertThat(table.write(rows, List.of()).total()).isEqualTo(1000);

        assertThat(table.write(rows, List.of()).total()).isZero();
    }

    record Unwritable(String productId, String buyer, long price) {}

    private void write(SaleRow... rows) {
        assertThat(table(STATEMENT_ROWS).write(List.of(rows), List.of()).total()).isEqualTo(rows.length);
    }

    private List<String> sales(String productId) {
        return sql("SELECT PRODUCT_ID, TRADE_ID, BUYER_NAME, SELLER_NAME, PRICE, QUANTITY, PO_ID, SO_ID, PO_REMAINING, "
                + "SO_REMAINING, CAST(TRADED_AT AS CHAR) FROM SALES WHERE PRODUCT_ID = ? ORDER BY TRADE_ID", productId);
    }

    private List<String> closedOrder(UUID orderId) {
        return sql("SELECT SIDE, PRODUCT_ID, USER_ID, QUANTITY, REMAINING, PRICE, REASON, CAST(CLOSED_AT AS CHAR) "
                + "FROM CLOSED_ORDERS WHERE ORDER_ID = ?", orderId.toString());
    }

    private List<SaleRow> saleRows(int count) {
        return LongStream.rangeClosed(1, count).mapToObj(tradeId -> sale(product, tradeId)).toList();
    }

    private static SaleRow sale(String productId, long tradeId) {
        return sale(productId, tradeId, NOON);
    }

    private static SaleRow sale(String productId, long tradeId, LocalDateTime tradedAt) {
        return new SaleRow(productId, tradeId, "b", "s", 12_345, 3, UUID.randomUUID(), UUID.randomUUID(), 1, 2,
                tradedAt);
    }

    private static ClosedOrderRow closedOrder(String productId) {
        return new ClosedOrderRow(UUID.randomUUID(), "BUY", productId, "u", 2, 1, 0, "EXPIRED", NOON);
    }

    private static Arguments difference(String message, UnaryOperator<SaleRow> change) {
        return Arguments.of(message, change);
    }

    private static SaleRow with(SaleRow row, String buyer, String seller, long price, long quantity) {
        return new SaleRow(row.productId(), row.tradeId(), buyer, seller, price, quantity, row.purchaseOrderId(),
                row.salesOrderId(), row.purchaseOrderRemaining(), row.salesOrderRemaining(), row.tradedAt());
    }

    private static SaleRow with(SaleRow row, UUID purchaseOrder, UUID salesOrder, long purchaseOrderRemaining,
            long salesOrderRemaining, LocalDateTime tradedAt) {
        return new SaleRow(row.productId(), row.tradeId(), row.buyer(), row.seller(), row.price(), row.quantity(),
                purchaseOrder, salesOrder, purchaseOrderRemaining, salesOrderRemaining, tradedAt);
    }

    private static String longest(String start, int length, String characters) {
        return (start + characters.repeat(length)).substring(0, length);
    }
}
