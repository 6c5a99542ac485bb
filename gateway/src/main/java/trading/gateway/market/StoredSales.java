package trading.gateway.market;

import static trading.gateway.database.Columns.millis;
import static trading.gateway.database.Columns.value;

import io.r2dbc.spi.Readable;
import java.math.BigDecimal;
import java.util.List;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import trading.gateway.GatewayProperties;
import trading.gateway.database.DatabaseAnswers;
import trading.gateway.problems.Problem;
import trading.wire.InvalidField;
import trading.wire.LastSales;
import trading.wire.Price;
import trading.wire.Rfc3339;

/**
 * The sales in the database: all that are no longer in memory, or never were. Sales of a product are numbered without a
 * gap in the order of their time, so that a moment is found by halving, with the primary key alone. Safe for use by any
 * thread.
 */
@Component
@WhenMarketDataIsOn
final class StoredSales {

    private static final String NEWEST = """
            SELECT PRODUCT_ID, TRADE_ID, PRICE, QUANTITY, TRADED_AT FROM SALES
              WHERE PRODUCT_ID = :product AND TRADE_ID < :before ORDER BY TRADE_ID DESC LIMIT :limit
            """;

    private static final String LAST_OF_NEXT_PRODUCTS = LastSales
            .query("PRODUCT_ID, TRADE_ID, PRICE, QUANTITY, TRADED_AT", ":behind");

    private static final String ONE = """
            SELECT PRODUCT_ID, TRADE_ID, PRICE, QUANTITY, TRADED_AT FROM SALES
              WHERE PRODUCT_ID = :product AND TRADE_ID = :tradeId
            """;

    private static final String CANDLES = """
            SELECT C.STARTS_AT, C.SALES, C.VOLUME, C.TURNOVER, C.HIGHEST, C.LOWEST, F.PRICE AS OPENING,
                L.PRICE AS CLOSING FROM
              (SELECT PRODUCT_ID,
                  CAST(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', TRADED_AT) DIV (:millis * 1000) * :millis AS SIGNED)
                    AS STARTS_AT,
                  COUNT(*) AS SALES, SUM(QUANTITY) AS VOLUME, SUM(PRICE * QUANTITY) AS TURNOVER,
                  MAX(PRICE) AS HIGHEST, MIN(PRICE) AS LOWEST, MIN(TRADE_ID) AS FIRST_ID, MAX(TRADE_ID) AS LAST_ID
                FROM SALES WHERE PRODUCT_ID = :product AND TRADE_ID >= :fromId AND TRADE_ID < :toId
                GROUP BY PRODUCT_ID, STARTS_AT) C
              JOIN SALES F ON F.PRODUCT_ID = C.PRODUCT_ID AND F.TRADE_ID = C.FIRST_ID
              JOIN SALES L ON L.PRODUCT_ID = C.PRODUCT_ID AND L.TRADE_ID = C.LAST_ID
              ORDER BY C.STARTS_AT
            """;

    private final DatabaseClient database;
    private final MarketProperties properties;
    private final DatabaseAnswers answers;

    StoredSales(DatabaseClient database, MarketProperties properties, GatewayProperties gateway) {
        this.database = database;
        this.properties = properties;
        this.answers = new DatabaseAnswers("Sales", properties.databaseTimeout(), Problem.marketDataUnavailable(
                "The database of sales cannot be reached, or takes too long", gateway.retryAfter()));
    }

    /** A sale and its product. */
    record StoredSale(String productId, Trade trade) {}

    /** The newest sales of a product that are older than this one, newest first. */
    Mono<List<Trade>> before(String productId, long tradeId, int limit) {
        return answers
                .inTime(database.sql(NEWEST).bind("product", productId).bind("before", tradeId).bind("limit", limit)
                        .map(StoredSales::trade).all().collectList());
    }

    /** The newest sale of each product behind this one, by product id. */
    Mono<List<StoredSale>> lastOfProducts(String behind, int limit) {
        return answers.inTime(lastOfNextProducts(behind)
                .expand(sales -> sales.size() < LastSales.PRODUCTS
                        ? Mono.empty()
                        : lastOfNextProducts(sales.getLast().productId()))
                .flatMapIterable(sales -> sales).take(limit).collectList());
    }

    private Mono<List<StoredSale>> lastOfNextProducts(String behind) {
        return database.sql(LAST_OF_NEXT_PRODUCTS).bind("behind", behind)
                .map(row -> new StoredSale(value(row, "PRODUCT_ID", String.class), trade(row))).all().collectList();
    }

    /**
     * Candles, oldest first, and the newest sale of their product that the database had then.
     *
     * @param lastTradeId 0 before the first sale
     * @param lastMillis when that was
     */
    record StoredCandles(List<CandleJson> candles, long lastTradeId, long lastMillis) {

        private static final StoredCandles NONE = new StoredCandles(List.of(), 0, Long.MIN_VALUE);
    }

    /**
     * Candles of a product.
     *
     * @param fromMillis where the first begins
     * @param toMillis where the last ends
     */
    Mono<StoredCandles> candles(String productId, Interval interval, long fromMillis, long toMillis) {
        return answers.inTime(before(productId, Long.MAX_VALUE, 1).flatMapIterable(newest -> newest).next()
                .flatMap(newest -> firstFrom(productId, fromMillis, 1, newest.tradeId() + 1)
                        .flatMap(first -> firstFrom(productId, toMillis, first, newest.tradeId() + 1)
                                .flatMap(end -> candlesOf(productId, interval, first, end)))
                        .map(candles -> new StoredCandles(candles, newest.tradeId(), newest.tradedAtMillis())))
                .defaultIfEmpty(StoredCandles.NONE));
    }

    private Mono<List<CandleJson>> candlesOf(String productId, Interval interval, long first, long end) {
        if (first == end) {
            return Mono.just(List.of());
        }
        if (end - first > properties.maxStoredSales()) {
            return Mono.error(new InvalidField("from", "a stretch of " + (end - first) + " sales",
                    "at most " + properties.maxStoredSales() + " sales that are not in memory any more"));
        }
        return database.sql(CANDLES).bind("millis", interval.millis()).bind("product", productId)
                .bind("fromId", first).bind("toId", end).map(StoredSales::candle).all().collectList();
    }

    /** The first trade id of this moment or later, between two others, the second of them if there is none. */
    private Mono<Long> firstFrom(String productId, long millis, long low, long high) {
        if (low >= high) {
            return Mono.just(low);
        }
        long middle = low + (high - low) / 2;
        return database.sql(ONE).bind("product", productId).bind("tradeId", middle).map(StoredSales::trade).one()
                .map(trade -> trade.tradedAtMillis() < millis).defaultIfEmpty(false)
                .flatMap(isEarlier -> isEarlier
                        ? firstFrom(productId, millis, middle + 1, high)
                        : firstFrom(productId, millis, low, middle));
    }

    private static Trade trade(Readable row) {
        return new Trade(value(row, "TRADE_ID", Long.class),
                Price.ticks(value(row, "PRICE", BigDecimal.class)),
                value(row, "QUANTITY", Long.class),
                millis(row, "TRADED_AT"));
    }

    private static CandleJson candle(Readable row) {
        return new CandleJson(Rfc3339.format(value(row, "STARTS_AT", Long.class)),
                money(row, "OPENING"), money(row, "HIGHEST"), money(row, "LOWEST"), money(row, "CLOSING"),
                value(row, "SALES", Long.class), value(row, "VOLUME", BigDecimal.class).toPlainString(),
                money(row, "TURNOVER"));
    }

    private static String money(Readable row, String column) {
        return Total.decimal(value(row, column, BigDecimal.class));
    }
}
