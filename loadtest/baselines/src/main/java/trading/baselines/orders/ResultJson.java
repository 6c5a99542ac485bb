package trading.baselines.orders;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import trading.baselines.market.Order;
import trading.baselines.market.OrderResult;
import trading.baselines.market.Sale;
import trading.wire.InvalidField;
import trading.wire.Price;

/**
 * A result as a client reads it, here as at the pipeline's gateway.
 *
 * @param msg {@code ok}, for the articles' API only
 * @param sales the newest, oldest of them first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ResultJson(@Nullable String msg, String id, OrderResult.Status status, long filled, long remaining,
        List<SaleJson> sales) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static String of(@Nullable String msg, OrderResult result) {
        return JSON.writeValueAsString(new ResultJson(msg, result.order().id().toString(), result.status(),
                result.filled(), result.remaining(),
                result.sales().stream().map(sale -> SaleJson.of(result.order(), sale)).toList()));
    }

    static String problem(InvalidField invalid) {
        return JSON.writeValueAsString(new ProblemJson("invalid-field", "A value breaks a limit", 400,
                invalid.getMessage(), invalid.field(), invalid.value(), invalid.expected()));
    }

    static String problem(int status, String title, String detail) {
        return JSON.writeValueAsString(new ProblemJson("about:blank", title, status, detail, null, null, null));
    }

    /** A sale as one of its parties reads it. */
    private record SaleJson(String productId, long tradeId, String price, long quantity, String counterparty) {

        static SaleJson of(Order order, Sale sale) {
            Order other = order == sale.purchaseOrder() ? sale.salesOrder() : sale.purchaseOrder();
            return new SaleJson(sale.productId(), sale.tradeId(), Price.format(sale.price()), sale.quantity(),
                    other.userId());
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record ProblemJson(String type, String title, int status, String detail, @Nullable String field,
            @Nullable String value, @Nullable String expected) {}
}
