package trading.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import trading.market.Sale;

class ProductMetricsTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void countsTheSalesOfTheProductsOnTheListOnly() {
        ProductMetrics metrics = new ProductMetrics(List.of("apple", "pear", "apple"), registry);

        metrics.traded(List.of(sale("apple", 3), sale("plum", 5), sale("apple", 4)));

        assertThat(registry.get("trading.engine.product.sales").tag("product", "apple").counter().count()).isEqualTo(2);
        assertThat(registry.get("trading.engine.product.quantity").tag("product", "apple").counter().count())
                .isEqualTo(7);
        assertThat(registry.get("trading.engine.product.sales").tag("product", "pear").counter().count()).isZero();
        assertThat(registry.find("trading.engine.product.sales").tag("product", "plum").counter()).isNull();
    }

    private static Sale sale(String product, long quantity) {
        return new Sale(product, 1, new UUID(1, 1), new UUID(1, 2), "bob", "sue", 12_000, quantity, 0, 0);
    }
}
