package trading.gateway.results;

import io.r2dbc.spi.Readable;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import trading.wire.proto.TimeInForce;

/** The results in the database: all that are no longer in the cache, or never were. Safe for use by any thread. */
@Component
final class StoredResults {

    private static final int PRICE_DECIMALS = 4;

    private static final String NEWEST = """
            (SELECT PRODUCT_ID, TRADE_ID, PRICE, QUANTITY, PO_REMAINING AS REMAINING, SELLER_NAME AS COUNTERPARTY
              FROM SALES WHERE PO_ID = :id ORDER BY PRODUCT_ID DESC, TRADE_ID DESC LIMIT :limit)
            UNION ALL
            (SELECT PRODUCT_ID, TRADE_ID, PRICE, QUANTITY, SO_REMAINING AS REMAINING, BUYER_NAME AS COUNTERPARTY
              FROM SALES WHERE SO_ID = :id ORDER BY PRODUCT_ID DESC, TRADE_ID DESC LIMIT :limit)
            ORDER BY TRADE_ID DESC
            """;

    private static final String AFTER = """
            (SELECT PRODUCT_ID, TRADE_ID, PRICE, QUANTITY, PO_REMAINING AS REMAINING, SELLER_NAME AS COUNTERPARTY
              FROM SALES WHERE PO_ID = :id AND TRADE_ID > :after ORDER BY PRODUCT_ID, TRADE_ID LIMIT :limit)
            UNION ALL
            (SELECT PRODUCT_ID, TRADE_ID, PRICE, QUANTITY, SO_REMAINING AS REMAINING, BUYER_NAME AS COUNTERPARTY
              FROM SALES WHERE SO_ID = :id AND TRADE_ID > :after ORDER BY PRODUCT_ID, TRADE_ID LIMIT :limit)
            ORDER BY TRADE_ID
            """;

    private static final String FILLED_BEFORE = """
            SELECT CAST(COALESCE(SUM(QUANTITY), 0) AS SIGNED) AS FILLED FROM SALES
              WHERE PRODUCT_ID = :product AND TRADE_ID < :tradeId AND (PO_ID = :id OR SO_ID = :id)
            """;

    /** An id that was used again after it was forgotten may have closed more than once. */
    private static final String CLOSED = """
            SELECT QUANTITY, REMAINING, REASON FROM CLOSED_ORDERS WHERE ORDER_ID = :id ORDER BY CLOSED_AT DESC LIMIT 1
            """;

    private final DatabaseClient database;

    StoredResults(DatabaseClient database) {
        this.database = database;
    }

    /** The result of an order as far as the database has it; empty when it knows no sale and no end of the order. */
    Mono<OrderResult> find(UUID orderId) {
        return database.sql(CLOSED).bind("id", orderId.toString()).map(StoredResults::closed).one()
                .defaultIfEmpty(Closed.NOT).flatMap(closed -> find(orderId, closed));
    }

    private Mono<OrderResult> find(UUID orderId, Closed closed) {
        return database.sql(NEWEST).bind("id", orderId.toString()).bind("limit", OrderResult.MAX_SALES + 1)
                .map(StoredResults::sale).all().collectList().flatMap(newestFirst -> {
                    if (newestFirst.isEmpty()) {
                        return closed.equals(Closed.NOT)
                                ? Mono.empty()
                                : Mono.just(result(orderId, closed, 0, newestFirst));
                    }
                    return filledBefore(orderId, newestFirst)
                            .map(before -> result(orderId, closed, before, newestFirst));
                });
    }

    /** What the sales took that are older than these. */
    private Mono<Long> filledBefore(UUID orderId, List<OrderSale> newestFirst) {
        if (newestFirst.size() <= OrderResult.MAX_SALES) {
            return Mono.just(0L);
        }
        OrderSale oldest = newestFirst.getLast();
        return database.sql(FILLED_BEFORE).bind("product", oldest.productId()).bind("tradeId", oldest.tradeId())
                .bind("id", orderId.toString()).map(row -> value(row, "FILLED", Long.class)).one();
    }

    private static OrderResult result(UUID orderId, Closed closed, long filledBefore, List<OrderSale> newestFirst) {
        long filled = filledBefore + newestFirst.stream().mapToLong(OrderSale::quantity).sum();
        long remaining = closed.equals(Closed.NOT) ? newestFirst.getFirst().remaining() : closed.remaining();
        OrderStatus status = closed.equals(Closed.NOT)
                ? remaining == 0 ? OrderStatus.FILLED : OrderStatus.PARTIALLY_FILLED
                : OrderStatus.ofReason(closed.reason());
        boolean moreSales = newestFirst.size() > OrderResult.MAX_SALES;
        List<OrderSale> shown = moreSales ? newestFirst.subList(0, OrderResult.MAX_SALES) : newestFirst;
        return new OrderResult(orderId, status, closed.equals(Closed.NOT) ? null : closed.reason(), filled, remaining,
                TimeInForce.TIME_IN_FORCE_UNSPECIFIED, 0, shown.reversed(), moreSales);
    }

    /** Sales of an order behind a trade id, oldest first. */
    Mono<List<OrderSale>> salesAfter(UUID orderId, long tradeId, int limit) {
        return database.sql(AFTER).bind("id", orderId.toString()).bind("after", tradeId).bind("limit", limit)
                .map(StoredResults::sale).all().collectList();
    }

    private static OrderSale sale(Readable row) {
        return new OrderSale(value(row, "PRODUCT_ID", String.class), value(row, "TRADE_ID", Long.class),
                value(row, "PRICE", BigDecimal.class).movePointRight(PRICE_DECIMALS).longValueExact(),
                value(row, "QUANTITY", Long.class), value(row, "REMAINING", Long.class),
                value(row, "COUNTERPARTY", String.class));
    }

    private static Closed closed(Readable row) {
        return new Closed(value(row, "REMAINING", Long.class), value(row, "REASON", String.class));
    }

    private static <T> T value(Readable row, String column, Class<T> type) {
        return Objects.requireNonNull(row.get(column, type), column);
    }

    /** How an order ended with something left. */
    private record Closed(long remaining, String reason) {
        private static final Closed NOT = new Closed(0, "");
    }
}
