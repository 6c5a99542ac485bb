package trading.gateway.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import trading.wire.Price;

/**
 * A result as a client reads it.
 *
 * @param msg {@code ok}, for the articles' API only
 * @param id the order
 * @param status an {@link OrderStatus}
 * @param filled what its sales took
 * @param remaining what is left, or was left when it closed
 * @param sales the newest, oldest of them first
 * @param next where all sales can be read, if there are more than these
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ResultJson(@Nullable String msg, String id, OrderStatus status, long filled, long remaining,
        List<SaleJson> sales, @Nullable String next) {

    static ResultJson of(@Nullable String msg, OrderResult result) {
        String id = result.orderId().toString();
        return new ResultJson(msg, id, result.status(), result.filled(), result.remaining(),
                SaleJson.of(result.sales()), result.moreSales() ? "/orders/" + id + "/sales?after=0" : null);
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
