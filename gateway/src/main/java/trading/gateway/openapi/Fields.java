package trading.gateway.openapi;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** What calls take as parameters, as the description of the API tells it. {@code trading.wire.Limits} checks what comes. */
public final class Fields {

    /** What is no folder of a path. */
    public static final String PRODUCT_ID = "^(?![.]{1,2}$)[A-Za-z0-9._-]{1,32}$";
    /** One of any log. */
    public static final String ANY_PRODUCT_ID = "^[A-Za-z0-9._-]{1,32}$";
    public static final String USER_ID = "^[A-Za-z0-9._@-]{1,64}$";
    public static final String CLIENT_ORDER_ID = "^[A-Za-z0-9._@:/-]{1,64}$";
    /** A UUID of version 7 or 8, with one of 48 partitions behind the version. */
    public static final String ORDER_ID = "^[0-9a-f]{8}-[0-9a-f]{4}-[78]0[0-2][0-9a-f]-[89ab][0-9a-f]{3}-[0-9a-f]{12}$";
    /** A decimal that is more than nothing. */
    public static final String PRICE = "^(?!0+([.]0+)?$)[0-9]{1,14}([.][0-9]{1,4})?$";
    public static final String AN_ORDER_ID = "01a1f9d2-6982-7025-977f-16f910879783";

    private Fields() {}

    /** Of an order. */
    @Retention(RetentionPolicy.RUNTIME)
    @Parameter(name = "productId", in = ParameterIn.QUERY, required = true, example = "apple", description = "What is traded.", schema = @Schema(type = "string", pattern = PRODUCT_ID))
    public @interface ProductId {}

    /** Of an order. */
    @Retention(RetentionPolicy.RUNTIME)
    @Parameter(name = "quantity", in = ParameterIn.QUERY, required = true, example = "3", description = "How many, as a whole number.", schema = @Schema(type = "integer", format = "int64", minimum = "1", maximum = "1000000000000000"))
    public @interface Quantity {}

    /** Whose order it is. */
    @Retention(RetentionPolicy.RUNTIME)
    @Parameter(name = "userId", in = ParameterIn.QUERY, required = true, example = "bob", description = "Whose order it is.", schema = @Schema(type = "string", pattern = USER_ID))
    public @interface UserId {}

    /** Of a sales order. */
    @Retention(RetentionPolicy.RUNTIME)
    @Parameter(name = "price", in = ParameterIn.QUERY, required = true, example = "1.20", description = "The least that is asked, a decimal with at most 4 decimals.", schema = @Schema(type = "string", pattern = PRICE))
    public @interface Price {}

    /** Of a purchase order. */
    @Retention(RetentionPolicy.RUNTIME)
    @Parameter(name = "maxPrice", in = ParameterIn.QUERY, example = "1.25", description = "The most that is paid, a decimal with at most 4 decimals; without it, any price.", schema = @Schema(type = "string", pattern = PRICE))
    public @interface MaxPrice {}

    /** What makes a repeated order the same one. */
    @Retention(RetentionPolicy.RUNTIME)
    @Parameter(name = "clientOrderId", in = ParameterIn.QUERY, example = "order-7", description = "Makes a repeated order of a user for a product the same one.", schema = @Schema(type = "string", pattern = CLIENT_ORDER_ID))
    public @interface ClientOrderId {}

    /** The same as a header. */
    @Retention(RetentionPolicy.RUNTIME)
    @Parameter(name = "Idempotency-Key", in = ParameterIn.HEADER, example = "order-7", description = "The same as clientOrderId; whoever gives both gives the same.", schema = @Schema(type = "string", pattern = CLIENT_ORDER_ID))
    public @interface IdempotencyKey {}

    /** An order, within the path. */
    @Retention(RetentionPolicy.RUNTIME)
    @Parameter(name = "id", in = ParameterIn.PATH, required = true, example = AN_ORDER_ID, description = "The order, as the gateway named it.", schema = @Schema(type = "string", pattern = ORDER_ID))
    public @interface OrderInPath {}

    /** An order. */
    @Retention(RetentionPolicy.RUNTIME)
    @Parameter(name = "id", in = ParameterIn.QUERY, required = true, example = AN_ORDER_ID, description = "The order, as the gateway named it.", schema = @Schema(type = "string", pattern = ORDER_ID))
    public @interface OrderInQuery {}

    /** A product, within the path. */
    @Retention(RetentionPolicy.RUNTIME)
    @Parameter(name = "id", in = ParameterIn.PATH, required = true, example = "apple", description = "The product.", schema = @Schema(type = "string", pattern = PRODUCT_ID))
    public @interface ProductInPath {}

    /** How much is answered at once. */
    @Retention(RetentionPolicy.RUNTIME)
    @Parameter(name = "limit", in = ParameterIn.QUERY, example = "2", description = "How many at once.", schema = @Schema(type = "integer", minimum = "1", maximum = "1000", defaultValue = "100"))
    public @interface Limit {}
}
