package trading.gateway.orders;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import trading.gateway.openapi.Fails;
import trading.gateway.openapi.Fields;
import trading.gateway.openapi.Fields.ClientOrderId;
import trading.gateway.openapi.Fields.IdempotencyKey;
import trading.gateway.openapi.Fields.MaxPrice;
import trading.gateway.openapi.Fields.OrderInPath;
import trading.gateway.openapi.Fields.Price;
import trading.gateway.openapi.Fields.ProductId;
import trading.gateway.openapi.Fields.Quantity;
import trading.gateway.openapi.Fields.UserId;

/** What the description of the API says of placing and cancelling orders, one annotation for each call. */
final class OrderApi {

    private static final String TAG = "Orders";
    private static final String ARTICLES = "The articles' calls";
    private static final String PENDING = "{\"id\":\"" + Fields.AN_ORDER_ID + "\",\"status\":\"PENDING\"}";
    private static final String OK = "{\"msg\":\"ok\",\"id\":\"" + Fields.AN_ORDER_ID + "\"}";

    private OrderApi() {}

    /** An order that was taken, as the articles' calls answer. */
    record Taken(@Schema(allowableValues = "ok") String msg, @Schema(pattern = Fields.ORDER_ID) String id) {}

    /** An order, or a cancel, that Kafka has; what became of it is read at {@code GET /orders/{id}}. */
    record Pending(@Schema(pattern = Fields.ORDER_ID) String id, @Schema(allowableValues = "PENDING") String status) {}

    /**
     * An order as it is placed. Without a time in force, it expires when it is as old as the order timeout.
     *
     * @param side what it does
     * @param productId what is traded
     * @param quantity how many
     * @param price the least that a sales order asks, which must have one; the most that a purchase order pays, any price
     *        without one. A decimal with at most 4 decimals
     * @param userId whose order it is
     * @param clientOrderId makes a repeated order of this user for this product the same one
     * @param timeInForce GTC: good till cancelled; GTT: until expireTime; IOC: what is left at once is cancelled
     * @param expireTime of a GTT order, which must have one, and of no other; from 1970 on
     */
    @Schema(additionalProperties = Schema.AdditionalPropertiesValue.FALSE)
    record NewOrder(@Schema(allowableValues = {"BUY", "SELL"}) String side,
            @Schema(pattern = Fields.PRODUCT_ID) String productId,
            @Schema(minimum = "1", maximum = "1000000000000000") long quantity,
            @Nullable String price,
            @Schema(pattern = Fields.USER_ID) String userId,
            @Nullable @Schema(pattern = Fields.CLIENT_ORDER_ID) String clientOrderId,
            @Nullable @Schema(allowableValues = {"GTC", "GTT", "IOC"}) String timeInForce,
            @Nullable @Schema(format = "date-time") String expireTime){}

    /** {@code GET /buy}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = ARTICLES, responses = @ApiResponse(responseCode = "200", description = "Kafka has the order.", content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = Taken.class), examples = @ExampleObject(name = "taken", value = OK))))
    @ProductId
    @Quantity
    @UserId
    @MaxPrice
    @ClientOrderId
    @IdempotencyKey
    @OrderFails
    @ClientOrderFails
    @interface Buy {}

    /** {@code GET /sell}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = ARTICLES, responses = @ApiResponse(responseCode = "200", description = "Kafka has the order.", content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = Taken.class), examples = @ExampleObject(name = "taken", value = OK))))
    @ProductId
    @Quantity
    @Price
    @UserId
    @ClientOrderId
    @IdempotencyKey
    @OrderFails
    @ClientOrderFails
    @interface Sell {}

    /** {@code POST /orders}, in both forms. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(operationId = "place", tags = TAG, summary = "Places an order, or a stream of orders and cancels.", description = "As application/json, the body is one order. As application/x-ndjson, it is an order, or a cancel"
            + " `{\"cancel\": id, \"userId\": …}`, on each line; the answer is 200 and has a line for each of them, in"
            + " their order, as soon as the first has one and while more are still read: `{\"id\": …, \"status\": \"PENDING\"}` or `{\"problem\": {…}}`.", requestBody = @RequestBody(required = true, content = {
                @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = NewOrder.class), examples = {
                    @ExampleObject(name = "buy", value = "{\"side\":\"BUY\",\"productId\":\"apple\",\"quantity\":3,\"price\":\"1.25\",\"userId\":\"bob\",\"clientOrderId\":\"order-7\"}"),
                    @ExampleObject(name = "goodTillTime", value = "{\"side\":\"SELL\",\"productId\":\"apple\",\"quantity\":5,\"price\":\"1.20\",\"userId\":\"sue\",\"timeInForce\":\"GTT\",\"expireTime\":\"2030-01-31T12:00:00Z\"}")}),
                @Content(mediaType = MediaType.APPLICATION_NDJSON_VALUE, schema = @Schema(type = "string"), examples = @ExampleObject(name = "lines", value = "{\"side\":\"BUY\",\"productId\":\"apple\",\"quantity\":3,\"userId\":\"bob\"}\n"
                        + "{\"cancel\":\"" + Fields.AN_ORDER_ID + "\",\"userId\":\"bob\"}\n"))}), responses = {
                            @ApiResponse(responseCode = "202", description = "Kafka has the order.", headers = @Header(name = "Location", required = true, description = "Where its result is read.", schema = @Schema(type = "string")), content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = Pending.class), examples = @ExampleObject(name = "pending", value = PENDING))),
                            @ApiResponse(responseCode = "200", description = "A stream: an answer for each line.", content = @Content(mediaType = MediaType.APPLICATION_NDJSON_VALUE, schema = @Schema(type = "string"), examples = @ExampleObject(name = "lines", value = PENDING
                                    + "\n" + PENDING + "\n")))})
    @IdempotencyKey
    @OrderFails
    @ClientOrderFails
    @interface Place {}

    /** {@code DELETE /orders/{id}}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = TAG, responses = @ApiResponse(responseCode = "202", description = "Kafka has the cancel.", headers = @Header(name = "Location", required = true, description = "Where the order's result is read.", schema = @Schema(type = "string")), content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = Pending.class), examples = @ExampleObject(name = "pending", value = PENDING))))
    @OrderInPath
    @UserId
    @OrderFails
    @interface Cancel {}

    /** {@code DELETE /orders}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = TAG, responses = @ApiResponse(responseCode = "202", description = "Kafka has a cancel for each of them.", content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = CancelAllController.Cancels.class), examples = @ExampleObject(name = "cancels", value = "{\"ids\":[\""
            + Fields.AN_ORDER_ID + "\"]}"))))
    @UserId
    @Parameter(name = "productId", in = ParameterIn.QUERY, example = "apple", description = "Only orders for this product.", schema = @Schema(type = "string", pattern = Fields.PRODUCT_ID))
    @OrderFails
    @Fails("open-orders-unavailable")
    @interface CancelAll {}

    /** What keeps any command from being taken. */
    @Retention(RetentionPolicy.RUNTIME)
    @Fails({"backlog", "unpersisted-backlog", "in-flight", "kafka-behind", "kafka-unavailable", "outcome-unknown",
        "forbidden", "rate-limited"})
    @interface OrderFails {}

    /** What an order with a client order id may meet. */
    @Retention(RetentionPolicy.RUNTIME)
    @Fails({"idempotency-conflict", "client-order-id-in-use"})
    @interface ClientOrderFails {}
}
