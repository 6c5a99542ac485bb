package trading.gateway.results;

import static trading.gateway.database.Columns.millis;
import static trading.gateway.database.Columns.value;

import io.r2dbc.spi.Readable;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import trading.gateway.GatewayProperties;
import trading.gateway.ResultProperties;
import trading.gateway.database.DatabaseAnswers;
import trading.wire.Price;
import trading.wire.proto.Side;

/**
 * The orders of a user that are done, as the database has them: filled by its sales, or closed with something left. Each is
 * found by the indexes by user, with at most four looks, however many sales it has, but for one whose id another order had
 * before. Safe for use by any thread.
 */
@Component
final class DoneOrders {

    /** What an order had left falls with each of its sales: the first says what was ordered, the last what is left. */
    private static final String TRADED = """
            SELECT O.ID, F.PRODUCT_ID, F.QUANTITY + F.%1$s_REMAINING AS ORDERED, L.%1$s_REMAINING AS REMAINING,
                L.TRADED_AT AS CHANGED_AT FROM
              (SELECT %1$s_ID AS ID, MAX(%1$s_REMAINING) AS FIRST_LEFT, MIN(%1$s_REMAINING) AS LAST_LEFT FROM SALES
                WHERE %2$s_NAME = :user AND %1$s_ID > :after GROUP BY %1$s_ID ORDER BY %1$s_ID LIMIT :limit) O
              JOIN SALES F ON F.%2$s_NAME = :user AND F.%1$s_ID = O.ID AND F.%1$s_REMAINING = O.FIRST_LEFT
              JOIN SALES L ON L.%2$s_NAME = :user AND L.%1$s_ID = O.ID AND L.%1$s_REMAINING = O.LAST_LEFT
              ORDER BY O.ID
            """;
    private static final String BOUGHT = TRADED.formatted("PO", "BUYER");
    private static final String SOLD = TRADED.formatted("SO", "SELLER");

    /** An id that was used again after it was forgotten may have closed more than once. */
    private static final String CLOSED = """
            SELECT C.ORDER_ID AS ID, C.SIDE, C.PRODUCT_ID, C.QUANTITY AS ORDERED, C.REMAINING, C.PRICE, C.REASON,
                C.CLOSED_AT AS CHANGED_AT FROM
              (SELECT ORDER_ID, MAX(CLOSED_AT) AS CLOSED_AT FROM CLOSED_ORDERS
                WHERE USER_ID = :user AND ORDER_ID > :after GROUP BY ORDER_ID ORDER BY ORDER_ID LIMIT :limit) O
              JOIN CLOSED_ORDERS C ON C.ORDER_ID = O.ORDER_ID AND C.CLOSED_AT = O.CLOSED_AT
              ORDER BY C.ORDER_ID
            """;

    private final DatabaseClient database;
    private final DatabaseAnswers answers;
    private final StoredResults results;

    DoneOrders(DatabaseClient database, ResultProperties properties, GatewayProperties gateway,
            StoredResults results) {
        this.database = database;
        this.answers = StoredResults.answers(properties, gateway);
        this.results = results;
    }

    /**
     * Some orders that are done, without their sales.
     *
     * @param orders by id
     * @param wholeTo the last id up to which none is missing; {@code null} if none is missing behind it either
     */
    record Page(List<OrderResult> orders, @Nullable UUID wholeTo) {}

    /**
     * The first orders of a user that are done, by id.
     *
     * @param after behind this id only, {@code null} for all
     * @param limit how many orders that were traded or closed are looked at, of purchases, sales and closed ones each
     */
    Mono<Page> page(String userId, @Nullable UUID after, int limit) {
        return answers.inTime(found(BOUGHT, Side.BUY, userId, after, limit)
                .flatMap(bought -> found(SOLD, Side.SELL, userId, after, limit)
                        .flatMap(sold -> found(CLOSED, null, userId, after, limit)
                                .map(closed -> new Rows(bought, sold, closed)))))
                .flatMap(this::page);
    }

    private Mono<Found> found(String sql, @Nullable Side side, String userId, @Nullable UUID after, int limit) {
        return database.sql(sql).bind("user", userId).bind("after", after == null ? "" : after.toString())
                .bind("limit", limit).map(row -> side == null ? closed(row, userId) : traded(row, side, userId)).all()
                .collectList()
                .map(orders -> new Found(orders, orders.size() < limit ? null : orders.getLast().orderId()));
    }

    private Mono<Page> page(Rows rows) {
        TreeMap<String, OrderResult> byId = new TreeMap<>();
        Set<UUID> usedAgain = new HashSet<>();
        rows.all().flatMap(found -> found.orders().stream())
                .forEach(order -> byId.merge(order.orderId().toString(), order, (before, told) -> {
                    if (told.reason() == null || told.changedAtMillis() < before.changedAtMillis()) {
                        usedAgain.add(told.orderId());
                    }
                    return told.changedAtMillis() >= before.changedAtMillis() ? told : before;
                }));
        String wholeTo = rows.all().map(Found::wholeTo).filter(Objects::nonNull)
                .map(UUID::toString).min(Comparator.naturalOrder()).orElse(null);
        return Flux.fromIterable((wholeTo == null ? byId : byId.headMap(wholeTo, true)).values())
                .concatMap(order -> usedAgain.contains(order.orderId())
                        ? results.find(order.orderId())
                        : Mono.just(order))
                .filter(order -> order.status().isDone()).collectList()
                .map(done -> new Page(done, wholeTo == null ? null : UUID.fromString(wholeTo)));
    }

    private static OrderResult traded(Readable row, Side side, String userId) {
        long quantity = value(row, "ORDERED", Long.class);
        long remaining = value(row, "REMAINING", Long.class);
        return new OrderResult(id(row), OrderStatus.of(null, quantity - remaining, remaining), null,
                quantity - remaining, remaining,
                OrderResult.Terms.ofSale(side, value(row, "PRODUCT_ID", String.class), userId, quantity),
                millis(row, "CHANGED_AT"), List.of(), false);
    }

    private static OrderResult closed(Readable row, String userId) {
        long quantity = value(row, "ORDERED", Long.class);
        long remaining = value(row, "REMAINING", Long.class);
        String reason = value(row, "REASON", String.class);
        BigDecimal price = row.get("PRICE", BigDecimal.class);
        return new OrderResult(id(row), OrderStatus.ofReason(reason), reason, quantity - remaining, remaining,
                OrderResult.Terms.ofRow(Side.valueOf(value(row, "SIDE", String.class)),
                        value(row, "PRODUCT_ID", String.class), userId, quantity,
                        price == null ? 0 : Price.ticks(price)),
                millis(row, "CHANGED_AT"), List.of(), false);
    }

    private static UUID id(Readable row) {
        return UUID.fromString(value(row, "ID", String.class));
    }

    /** Orders of one kind, by id; {@code wholeTo} is {@code null} if there are no more. */
    private record Found(List<OrderResult> orders, @Nullable UUID wholeTo) {}

    /**
     * What the tables say. An order has at most one row of its sales and then one of its end; another row is of another order
     * that had its id before, and what the sales of both add up to is neither's.
     */
    private record Rows(Found bought, Found sold, Found closed) {

        Stream<Found> all() {
            return Stream.of(bought, sold, closed);
        }
    }
}
