package trading.gateway.results;

import static trading.gateway.database.Columns.millis;
import static trading.gateway.database.Columns.time;
import static trading.gateway.database.Columns.value;

import io.r2dbc.spi.Readable;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import trading.gateway.GatewayProperties;
import trading.gateway.ResultProperties;
import trading.gateway.database.DatabaseAnswers;
import trading.gateway.problems.Problem;
import trading.wire.Price;
import trading.wire.proto.Side;

/**
 * The results in the database: all that are no longer in the cache, or never were. A problem where it is away, or answers
 * later than it may. Safe for use by any thread.
 */
@Component
final class StoredResults {

    private static final String NEWEST = """
            (SELECT PRODUCT_ID, TRADE_ID, PRICE, QUANTITY, PO_REMAINING AS REMAINING, SELLER_NAME AS COUNTERPARTY,
                'BUY' AS SIDE, BUYER_NAME AS USER_ID, TRADED_AT
              FROM SALES WHERE PO_ID = :id ORDER BY PRODUCT_ID DESC, TRADE_ID DESC LIMIT :limit)
            UNION ALL
            (SELECT PRODUCT_ID, TRADE_ID, PRICE, QUANTITY, SO_REMAINING AS REMAINING, BUYER_NAME AS COUNTERPARTY,
                'SELL' AS SIDE, SELLER_NAME AS USER_ID, TRADED_AT
              FROM SALES WHERE SO_ID = :id ORDER BY PRODUCT_ID DESC, TRADE_ID DESC LIMIT :limit)
            ORDER BY TRADE_ID DESC
            """;

    private static final String AFTER = """
            (SELECT PRODUCT_ID, TRADE_ID, PRICE, QUANTITY, PO_REMAINING AS REMAINING, SELLER_NAME AS COUNTERPARTY,
                BUYER_NAME AS USER_ID
              FROM SALES WHERE PO_ID = :id AND TRADE_ID > :after ORDER BY PRODUCT_ID, TRADE_ID LIMIT :limit)
            UNION ALL
            (SELECT PRODUCT_ID, TRADE_ID, PRICE, QUANTITY, SO_REMAINING AS REMAINING, BUYER_NAME AS COUNTERPARTY,
                SELLER_NAME AS USER_ID
              FROM SALES WHERE SO_ID = :id AND TRADE_ID > :after ORDER BY PRODUCT_ID, TRADE_ID LIMIT :limit)
            ORDER BY TRADE_ID
            """;

    private static final String FILLED_BEFORE = """
            SELECT CAST(COALESCE(SUM(QUANTITY), 0) AS SIGNED) AS FILLED FROM SALES
              WHERE PRODUCT_ID = :product AND TRADE_ID < :tradeId AND TRADED_AT > :since AND (PO_ID = :id OR SO_ID = :id)
            """;

    /** An id that was used again after it was forgotten may have closed more than once. */
    private static final String CLOSED = """
            SELECT SIDE, PRODUCT_ID, USER_ID, QUANTITY, REMAINING, PRICE, REASON, CLOSED_AT FROM CLOSED_ORDERS
              WHERE ORDER_ID = :id ORDER BY CLOSED_AT DESC LIMIT 1
            """;

    private final DatabaseClient database;
    private final DatabaseAnswers answers;

    StoredResults(DatabaseClient database, ResultProperties properties, GatewayProperties gateway) {
        this.database = database;
        this.answers = answers(properties, gateway);
    }

    /** What the database answers in time of orders and their sales. */
    static DatabaseAnswers answers(ResultProperties properties, GatewayProperties gateway) {
        return new DatabaseAnswers("Orders and results", properties.resultsTimeout(),
                Problem.resultsUnavailable("The database of results cannot be reached", gateway.retryAfter()));
    }

    /** The result of an order as far as the database has it; empty when it knows no sale and no end of the order. */
    Mono<OrderResult> find(UUID orderId) {
        return answers.inTime(database.sql(CLOSED).bind("id", orderId.toString()).map(StoredResults::closed).one()
                .map(Optional::of).defaultIfEmpty(Optional.empty())
                .flatMap(closed -> find(orderId, closed.orElse(null))));
    }

    private Mono<OrderResult> find(UUID orderId, @Nullable Closed closed) {
        return database.sql(NEWEST).bind("id", orderId.toString()).bind("limit", OrderResult.MAX_SALES + 1)
                .map(OwnSale::of).all().collectList().flatMap(newestFirst -> {
                    if (closed != null && (newestFirst.isEmpty()
                            || newestFirst.getFirst().atMillis() <= closed.atMillis())) {
                        return Mono.just(result(orderId, closed, newestFirst));
                    }
                    // An id is forgotten, and may be used again, only after the moment in which its order closed.
                    long sinceMillis = closed == null ? 0 : closed.atMillis();
                    List<OwnSale> own = ofTheLast(
                            newestFirst.stream().filter(sale -> sale.atMillis() > sinceMillis).toList());
                    return own.isEmpty()
                            ? Mono.empty()
                            : filledBefore(orderId, own, sinceMillis).map(before -> result(orderId, before, own));
                });
    }

    /**
     * The sales of the last order that had this id: clients may use one again, when the engine has forgotten it. What each sale
     * of an order took is what remained before it and does not after it.
     */
    private static List<OwnSale> ofTheLast(List<OwnSale> newestFirst) {
        long before = -1;
        for (int i = 0; i < newestFirst.size(); i++) {
            OrderSale sale = newestFirst.get(i).sale();
            if (before >= 0 && sale.remaining() != before) {
                return newestFirst.subList(0, i);
            }
            before = sale.remaining() + sale.quantity();
        }
        return newestFirst;
    }

    /** The sales that took so much, of all that an id ever had. */
    private static List<OwnSale> thatTook(long filled, List<OwnSale> newestFirst) {
        long taken = 0;
        int own = 0;
        while (own < newestFirst.size() && taken < filled) {
            taken += newestFirst.get(own).sale().quantity();
            own++;
        }
        return newestFirst.subList(0, own);
    }

    /** What the sales took that are older than these, and younger than a moment. */
    private Mono<Long> filledBefore(UUID orderId, List<OwnSale> newestFirst, long sinceMillis) {
        if (newestFirst.size() <= OrderResult.MAX_SALES) {
            return Mono.just(0L);
        }
        OrderSale oldest = newestFirst.getLast().sale();
        return database.sql(FILLED_BEFORE).bind("product", oldest.productId()).bind("tradeId", oldest.tradeId())
                .bind("since", time(sinceMillis))
                .bind("id", orderId.toString()).map(row -> value(row, "FILLED", Long.class)).one();
    }

    /** Of an order that closed with something left. */
    private static OrderResult result(UUID orderId, Closed closed, List<OwnSale> newestFirst) {
        long filled = closed.terms().quantity() - closed.remaining();
        List<OwnSale> own = thatTook(filled, newestFirst);
        return new OrderResult(orderId, OrderStatus.ofReason(closed.reason()), closed.reason(), filled,
                closed.remaining(), closed.terms(), closed.atMillis(), shown(own), own.size() > OrderResult.MAX_SALES);
    }

    private static OrderResult result(UUID orderId, long filledBefore, List<OwnSale> newestFirst) {
        OwnSale newest = newestFirst.getFirst();
        long filled = filledBefore + newestFirst.stream().mapToLong(own -> own.sale().quantity()).sum();
        long remaining = newest.sale().remaining();
        return new OrderResult(orderId, OrderStatus.of(null, filled, remaining), null, filled, remaining,
                OrderResult.Terms.ofSale(newest.side(), newest.sale().productId(), newest.userId(),
                        filled + remaining),
                newest.atMillis(), shown(newestFirst), newestFirst.size() > OrderResult.MAX_SALES);
    }

    private static List<OrderSale> shown(List<OwnSale> newestFirst) {
        return newestFirst.stream().limit(OrderResult.MAX_SALES).map(OwnSale::sale).toList().reversed();
    }

    /**
     * Sales of an order behind a trade id, oldest first.
     *
     * @param ofUser whether the order of this user is asked for; else it has none
     */
    Mono<List<OrderSale>> salesAfter(UUID orderId, long tradeId, int limit, Predicate<String> ofUser) {
        return answers.inTime(database.sql(AFTER).bind("id", orderId.toString()).bind("after", tradeId)
                .bind("limit", limit).map(PageSale::of).all().filter(own -> ofUser.test(own.userId()))
                .map(PageSale::sale).collectList());
    }

    private static OrderSale sale(Readable row) {
        return new OrderSale(value(row, "PRODUCT_ID", String.class), value(row, "TRADE_ID", Long.class),
                Price.ticks(value(row, "PRICE", BigDecimal.class)),
                value(row, "QUANTITY", Long.class), value(row, "REMAINING", Long.class),
                value(row, "COUNTERPARTY", String.class));
    }

    private static Closed closed(Readable row) {
        BigDecimal price = row.get("PRICE", BigDecimal.class);
        return new Closed(value(row, "REMAINING", Long.class), value(row, "REASON", String.class),
                OrderResult.Terms.ofRow(side(row), value(row, "PRODUCT_ID", String.class),
                        value(row, "USER_ID", String.class), value(row, "QUANTITY", Long.class),
                        price == null ? 0 : Price.ticks(price)),
                millis(row, "CLOSED_AT"));
    }

    private static Side side(Readable row) {
        return Side.valueOf(value(row, "SIDE", String.class));
    }

    /** How an order ended with something left. */
    private record Closed(long remaining, String reason, OrderResult.Terms terms, long atMillis) {}

    /** A sale, and whose order it was. */
    private record PageSale(OrderSale sale, String userId) {

        private static PageSale of(Readable row) {
            return new PageSale(StoredResults.sale(row), value(row, "USER_ID", String.class));
        }
    }

    /** A sale, and what it tells of this order. */
    private record OwnSale(OrderSale sale, Side side, String userId, long atMillis) {

        private static OwnSale of(Readable row) {
            return new OwnSale(StoredResults.sale(row), StoredResults.side(row), value(row, "USER_ID", String.class),
                    millis(row, "TRADED_AT"));
        }
    }
}
