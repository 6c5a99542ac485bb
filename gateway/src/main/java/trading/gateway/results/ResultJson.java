package trading.gateway.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import trading.wire.Price;
import trading.wire.Rfc3339;
import trading.wire.proto.TimeInForce;

/**
 * A result as a client of the articles' API reads it.
 *
 * @param msg {@code ok}
 * @param id the order
 * @param status an {@link OrderStatus}
 * @param reason what the status does not tell. CANCELLED: {@code SELF_TRADE}, or {@code UNFILLED} of an order that was
 *        immediate or cancel. REJECTED: by which bound, {@code MAX_OPEN_ORDERS}, {@code MAX_GTC_ORDERS} or
 *        {@code MAX_PRODUCTS}
 * @param filled what its sales took
 * @param remaining what is left, or was left when it closed
 * @param timeInForce {@code GTC}, {@code GTT} or {@code IOC}, where it is known
 * @param expireTime of a GTT order, in RFC 3339
 * @param sales the newest, oldest of them first
 * @param next where all sales can be read, if there are more than these
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ResultJson(String msg, String id, OrderStatus status, @Nullable String reason, long filled,
        long remaining, @Nullable String timeInForce, @Nullable String expireTime, List<SaleJson> sales,
        @Nullable String next) {

    static ResultJson of(OrderResult result) {
        String id = result.orderId().toString();
        TimeInForce timeInForce = result.terms().timeInForce();
        long expiresAtMillis = result.terms().expiresAtMillis();
        return new ResultJson("ok", id, result.status(), reason(result.status(), result.reason()), result.filled(),
                result.remaining(),
                timeInForce == TimeInForce.TIME_IN_FORCE_UNSPECIFIED ? null : timeInForce.name(),
                expiresAtMillis == 0 ? null : Rfc3339.format(expiresAtMillis), SaleJson.of(result.sales()),
                next(result));
    }

    /** Why an order closed, unless its status says it. */
    static @Nullable String reason(OrderStatus status, @Nullable String reason) {
        return status.name().equals(reason) ? null : reason;
    }

    /** Where all sales can be read, {@code null} if the result has them all. */
    static @Nullable String next(OrderResult result) {
        return result.moreSales() ? "/orders/" + result.orderId() + "/sales?after=0" : null;
    }

    /**
     * A page of sales.
     *
     * @param sales oldest first
     * @param next where the page behind this one can be read, if this one is full
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Page(List<SaleJson> sales, @Nullable String next) {}

    /**
     * A sale as a client reads it.
     *
     * @param productId the product
     * @param tradeId numbers the sales of the product
     * @param price a decimal
     * @param quantity how many changed hands
     * @param counterparty user of the other order
     */
    record SaleJson(String productId, long tradeId, String price, long quantity, String counterparty) {

        static List<SaleJson> of(List<OrderSale> sales) {
            return sales.stream().map(sale -> new SaleJson(sale.productId(), sale.tradeId(), Price.format(sale.price()),
                    sale.quantity(), sale.counterparty())).toList();
        }
    }
}
