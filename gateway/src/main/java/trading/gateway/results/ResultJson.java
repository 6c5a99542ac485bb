package trading.gateway.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import trading.wire.Price;
import trading.wire.Rfc3339;
import trading.wire.proto.TimeInForce;

/**
 * A result as a client reads it.
 *
 * @param msg {@code ok}, for the articles' API only
 * @param id the order
 * @param status an {@link OrderStatus}
 * @param reason what a status of CANCELLED does not tell: {@code SELF_TRADE}, or {@code UNFILLED} of an order that was
 *        immediate or cancel
 * @param filled what its sales took
 * @param remaining what is left, or was left when it closed
 * @param timeInForce {@code GTC}, {@code GTT} or {@code IOC}, where it is known
 * @param expireTime of a GTT order, in RFC 3339
 * @param sales the newest, oldest of them first
 * @param next where all sales can be read, if there are more than these
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ResultJson(@Nullable String msg, String id, OrderStatus status, @Nullable String reason, long filled,
        long remaining, @Nullable String timeInForce, @Nullable String expireTime, List<SaleJson> sales,
        @Nullable String next) {

    static ResultJson of(@Nullable String msg, OrderResult result) {
        String id = result.orderId().toString();
        return new ResultJson(msg, id, result.status(), reason(result), result.filled(), result.remaining(),
                result.timeInForce() == TimeInForce.TIME_IN_FORCE_UNSPECIFIED ? null : result.timeInForce().name(),
                result.expiresAtMillis() == 0 ? null : Rfc3339.format(result.expiresAtMillis()),
                SaleJson.of(result.sales()), result.moreSales() ? "/orders/" + id + "/sales?after=0" : null);
    }

    private static @Nullable String reason(OrderResult result) {
        String reason = result.reason();
        return result.status().name().equals(reason) ? null : reason;
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
