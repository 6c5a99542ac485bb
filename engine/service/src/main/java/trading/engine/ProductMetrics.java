package trading.engine;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import trading.market.Sale;

/** Counts the sales of a few products, each for itself. Safe for use by any thread. */
final class ProductMetrics {

    private record Counts(Counter sales, Counter quantity) {}

    private final Map<String, Counts> products;

    ProductMetrics(List<String> products, MeterRegistry registry) {
        this.products = products.stream().distinct()
                .collect(Collectors.toUnmodifiableMap(Function.identity(), product -> counts(product, registry)));
    }

    private static Counts counts(String product, MeterRegistry registry) {
        return new Counts(
                Counter.builder("trading.engine.product.sales").tag("product", product)
                        .description("sales of a metered product").register(registry),
                Counter.builder("trading.engine.product.quantity").tag("product", product)
                        .description("what changed hands of a metered product").register(registry));
    }

    void traded(List<Sale> sales) {
        if (products.isEmpty()) {
            return;
        }
        for (Sale sale : sales) {
            Counts counts = products.get(sale.productId());
            if (counts != null) {
                counts.sales.increment();
                counts.quantity.increment((double) sale.quantity());
            }
        }
    }
}
