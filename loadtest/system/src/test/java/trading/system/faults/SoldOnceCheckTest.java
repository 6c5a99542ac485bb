package trading.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trading.system.load.ClientOrder;
import trading.system.load.RefusedOrders;

class SoldOnceCheckTest {

    @Test
    void noOrderTradesMoreThanItWants() {
        ClientOrder order = RefusedOrders.one();

        assertThat(SoldOnceCheck.compare(List.of(order), Map.of(), 10)).isEmpty();
        assertThat(SoldOnceCheck.compare(List.of(order), Map.of(order.id(), order.quantity()), 10)).isEmpty();
        assertThat(SoldOnceCheck.compare(List.of(order), Map.of(order.id(), 2 * order.quantity()), 10))
                .containsExactly(order + ": 10 traded (expected: 5 at most, however often it was sent)");
    }
}
