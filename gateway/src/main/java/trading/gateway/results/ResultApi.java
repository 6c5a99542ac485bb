package trading.gateway.results;

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
import trading.gateway.openapi.Fields.OrderInPath;
import trading.gateway.openapi.Fields.OrderInQuery;
import trading.gateway.openapi.Fields.UserId;

/** What the description of the API says of reading results, one annotation for each call. */
final class ResultApi {

    private static final String TAG = "Orders";
    private static final String ARTICLES = "The articles' calls";
    private static final String SALES = "\"sales\":[{\"productId\":\"apple\",\"tradeId\":1,\"price\":\"1.20\",\"quantity\":3,\"counterparty\":\"sue\"}]";
    private static final String FILLED = "{\"msg\":\"ok\",\"id\":\"" + Fields.AN_ORDER_ID
            + "\",\"status\":\"FILLED\",\"filled\":3,\"remaining\":0," + SALES + "}";
    private static final String ORDER = "{\"id\":\"" + Fields.AN_ORDER_ID
            + "\",\"status\":\"PARTIALLY_FILLED\",\"side\":\"BUY\",\"productId\":\"apple\",\"userId\":\"bob\","
            + "\"quantity\":5,\"filled\":3,\"remaining\":2,\"price\":\"1.25\",\"timeInForce\":\"GTC\","
            + "\"acceptTime\":\"2026-11-22T03:21:12.901Z\",\"updateTime\":\"2026-11-22T03:21:12.943Z\"";

    private ResultApi() {}

    /** An order that nothing was told about, or nothing yet. */
    record Unknown(@Schema(allowableValues = "UNKNOWN OR PENDING") String msg) {}

    /** {@code GET /result}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = ARTICLES, responses = @ApiResponse(responseCode = "200", description = "The result as far as it is known.", content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(anyOf = {
        ResultJson.class, Unknown.class}), examples = {
            @ExampleObject(name = "filled", value = FILLED),
            @ExampleObject(name = "unknown", value = "{\"msg\":\"UNKNOWN OR PENDING\"}")})))
    @OrderInQuery
    @Fails("results-unavailable")
    @interface Result {}

    /** {@code GET /orders/{id}}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = TAG, responses = @ApiResponse(responseCode = "200", description = "The order as far as it is known.", content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = OrderJson.class), examples = @ExampleObject(name = "partiallyFilled", value = ORDER
            + "," + SALES + "}"))))
    @OrderInPath
    @Fails({"unknown-or-pending", "results-unavailable", "open-orders-unavailable"})
    @interface OfOrder {}

    /** {@code GET /orders}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(operationId = "ordersOfUser", tags = TAG, responses = @ApiResponse(responseCode = "200", description = "A page.", content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = UserOrderController.OrdersJson.class), examples = @ExampleObject(name = "page", value = "{\"orders\":["
            + ORDER + "}]}"))))
    @UserId
    @Parameter(name = "status", in = ParameterIn.QUERY, description = "Only orders that stand so. Those that are done are listed where trading.gateway.done-orders says so.", schema = @Schema(type = "string", allowableValues = {
        "OPEN", "PARTIALLY_FILLED", "FILLED", "EXPIRED", "CANCELLED", "REJECTED"}))
    @Parameter(name = "productId", in = ParameterIn.QUERY, example = "apple", description = "Only orders for this product.", schema = @Schema(type = "string", pattern = Fields.PRODUCT_ID))
    @Limit
    @Parameter(name = "after", in = ParameterIn.QUERY, example = Fields.AN_ORDER_ID, description = "Only orders with a larger id.", schema = @Schema(type = "string", pattern = Fields.ORDER_ID))
    @Fails({"open-orders-unavailable", "results-unavailable", "forbidden"})
    @interface OfUser {}

    /** {@code GET /orders/{id}/sales}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = TAG, responses = @ApiResponse(responseCode = "200", description = "A page, which is empty for an order without sales.", content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = ResultJson.Page.class), examples = @ExampleObject(name = "page", value = "{"
            + SALES + "}"))))
    @OrderInPath
    @Parameter(name = "after", in = ParameterIn.QUERY, example = "0", description = "Only sales with a larger trade id.", schema = @Schema(type = "integer", format = "int64", minimum = "0", maximum = "9223372036854775807"))
    @Limit
    @Fails("results-unavailable")
    @interface Sales {}
}
