package trading.gateway.market;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.http.MediaType;
import trading.gateway.openapi.Fails;
import trading.gateway.openapi.Fields;
import trading.gateway.openapi.Fields.Limit;
import trading.gateway.openapi.Fields.ProductInPath;

/** What the description of the API says of market data, one annotation for each call. */
final class MarketApi {

    private static final String TAG = "Market data";
    private static final String TRADE = "{\"tradeId\":1,\"price\":\"1.20\",\"quantity\":3,\"time\":\"2026-11-22T03:21:12.943Z\"}";
    private static final String FIGURES = "{\"sales\":1,\"volume\":\"3\",\"turnover\":\"3.60\",\"open\":\"1.20\",\"high\":\"1.20\",\"low\":\"1.20\"}";
    private static final String TICKER = "{\"productId\":\"apple\",\"last\":" + TRADE
            + ",\"bid\":\"1.15\",\"ask\":\"1.20\",\"last10s\":" + FIGURES + ",\"last1m\":" + FIGURES + ",\"last24h\":"
            + FIGURES + "}";
    private static final String SIDES = "\"bids\":[{\"price\":\"1.15\",\"quantity\":\"2\",\"orders\":1}],"
            + "\"asks\":[{\"price\":\"1.20\",\"quantity\":\"2\",\"orders\":1}]";

    private MarketApi() {}

    /** {@code GET /products}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = TAG, responses = @ApiResponse(responseCode = "200", description = "A page.", content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = MarketController.ProductsJson.class), examples = @ExampleObject(name = "page", value = "{\"products\":["
            + TICKER + "]}"))))
    @Limit
    @Parameter(name = "after", in = ParameterIn.QUERY, example = "aardvark", description = "Only products behind this one.", schema = @Schema(type = "string", pattern = Fields.ANY_PRODUCT_ID))
    @Fails("market-data-unavailable")
    @interface Products {}

    /** {@code GET /products/{id}/ticker}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = TAG, responses = @ApiResponse(responseCode = "200", description = "How the product stands.", content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = TickerJson.class), examples = @ExampleObject(name = "ticker", value = TICKER))))
    @ProductInPath
    @OfProductFails
    @interface Ticker {}

    /** {@code GET /products/{id}/book}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = TAG, responses = @ApiResponse(responseCode = "200", description = "The best prices of both sides.", content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = MarketController.BookJson.class), examples = @ExampleObject(name = "book", value = "{"
            + SIDES + "}"))))
    @ProductInPath
    @Parameter(name = "depth", in = ParameterIn.QUERY, example = "2", description = "Prices on each side.", schema = @Schema(type = "integer", minimum = "1", maximum = "1000", defaultValue = "20"))
    @OfProductFails
    @interface Book {}

    /** {@code GET /products/{id}/trades}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = TAG, responses = @ApiResponse(responseCode = "200", description = "A page.", content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = MarketController.TradesJson.class), examples = @ExampleObject(name = "page", value = "{\"trades\":["
            + TRADE + "]}"))))
    @ProductInPath
    @Limit
    @Parameter(name = "before", in = ParameterIn.QUERY, example = "2", description = "Only trades with a smaller id.", schema = @Schema(type = "integer", format = "int64", minimum = "1", maximum = "9223372036854775807"))
    @OfProductFails
    @interface Trades {}

    /** {@code GET /products/{id}/candles}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = TAG, summary = "Candles with at least one sale, oldest first.", description = "At most 1,000 candles lie between from and to; without them come the last 100.", responses = @ApiResponse(responseCode = "200", description = "The candles.", content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = MarketController.CandlesJson.class), examples = @ExampleObject(name = "candles", value = "{\"candles\":[{\"time\":\"2026-11-22T03:21:00Z\",\"open\":\"1.20\",\"high\":\"1.20\",\"low\":\"1.20\",\"close\":\"1.20\",\"sales\":1,\"volume\":\"3\",\"turnover\":\"3.60\"}],\"lastTradeId\":1}"))))
    @ProductInPath
    @Parameter(name = "interval", in = ParameterIn.QUERY, required = true, example = "1m", description = "How long a candle is.", schema = @Schema(type = "string", allowableValues = {
        "1s", "1m", "5m", "1h"}))
    @Parameter(name = "from", in = ParameterIn.QUERY, description = "Where the first candle begins, from 1970 on.", schema = @Schema(type = "string", format = "date-time"))
    @Parameter(name = "to", in = ParameterIn.QUERY, description = "Where the last candle ends.", schema = @Schema(type = "string", format = "date-time"))
    @OfProductFails
    @interface Candles {}

    /** {@code GET /products/{id}/stream}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = TAG, responses = @ApiResponse(responseCode = "200", description = "Server-sent events, without an end: `snapshot`, then `change` whenever something differs.", content = @Content(mediaType = MediaType.TEXT_EVENT_STREAM_VALUE, schema = @Schema(type = "string"), examples = @ExampleObject(name = "snapshot", value = "event:snapshot\ndata:{\"sequence\":1,\"ticker\":"
            + TICKER + "," + SIDES + ",\"trades\":[" + TRADE + "]}\n\n"))))
    @ProductInPath
    @OfProductFails
    @interface Stream {}

    /** {@code GET /market/stream}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = TAG, responses = @ApiResponse(responseCode = "200", description = "Server-sent events, without an end: `snapshot`, then `change` whenever something differs.", content = @Content(mediaType = MediaType.TEXT_EVENT_STREAM_VALUE, schema = @Schema(type = "string"), examples = @ExampleObject(name = "snapshot", value = "event:snapshot\ndata:{\"sequence\":1,\"products\":[{\"productId\":\"apple\",\"price\":\"1.20\",\"bid\":\"1.15\",\"ask\":\"1.20\",\"open24h\":\"1.20\",\"volume24h\":\"3\",\"sales24h\":1,\"sales1m\":1}],\"pipeline\":{\"ordersPerSecond\":2,\"salesPerMinute\":1,\"engines\":{\"behindMillis\":0,\"members\":[{\"name\":\"engine-1\",\"partitions\":48}]},\"persisters\":{\"behindMillis\":0,\"members\":[{\"name\":\"persister-1\",\"partitions\":48}]}}}\n\n"))))
    @Fails("market-data-unavailable")
    @interface Markets {}

    /** What any call for one product may meet. */
    @Retention(RetentionPolicy.RUNTIME)
    @Fails({"unknown-product", "market-data-unavailable"})
    @interface OfProductFails {}
}
