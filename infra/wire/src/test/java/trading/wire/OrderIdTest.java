package trading.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderIdTest {

    private static final long NOW_MILLIS = 0x0199_8877_6655L;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, Topics.PARTITIONS - 1})
    void carriesItsPartition(int partition) {
        UUID made = OrderId.next(partition, NOW_MILLIS);
        UUID clients = OrderId.ofClient(partition, "u", "apple", "1");

        assertThat(OrderId.partition(made)).isEqualTo(partition);
        assertThat(OrderId.partition(clients)).isEqualTo(partition);
        assertThat(OrderId.valid(made)).isTrue();
        assertThat(OrderId.valid(clients)).isTrue();
    }

    @Test
    void tellsWhenAGatewayMadeIt() {
        assertThat(OrderId.madeAtMillis(OrderId.next(7, NOW_MILLIS))).isEqualTo(NOW_MILLIS);
        assertThat(OrderId.madeAtMillis(OrderId.ofClient(7, "u", "apple", "1"))).isZero();
    }

    @Test
    void isOrderedByTime() {
        UUID early = OrderId.next(7, NOW_MILLIS);
        UUID late = OrderId.next(7, NOW_MILLIS + 1);

        assertThat(early.version()).isEqualTo(7);
        assertThat(early.toString()).startsWith("01998877-6655-7007-");
        assertThat(early.toString()).isLessThan(late.toString());
        assertThat(OrderId.clientMade(early)).isFalse();
    }

    @Test
    void isTheSameForTheSameClientOrderIdAndAnotherForAnyOther() {
        UUID id = OrderId.ofClient(3, "ann", "apple", "1");

        assertThat(id).isEqualTo(OrderId.ofClient(3, "ann", "apple", "1"));
        assertThat(OrderId.clientMade(id)).isTrue();
        assertThat(id).isNotEqualTo(OrderId.ofClient(3, "ann", "apple", "2"))
                .isNotEqualTo(OrderId.ofClient(3, "bob", "apple", "1"))
                .isNotEqualTo(OrderId.ofClient(3, "ann", "pear", "1"))
                .isNotEqualTo(OrderId.ofClient(3, "an", "napple", "1"));
    }

    @Test
    void ofAClientStaysAsItWasEverMade() {
        assertThat(OrderId.ofClient(5, "ann", "apple", "order-1"))
                .hasToString("1f3a77b9-b8ad-8005-a209-6d23b4f2ba2b");
    }

    @Test
    void isReadInItsCanonicalFormOnly() {
        UUID id = OrderId.next(47, NOW_MILLIS);

        assertThat(OrderId.parse("id", id.toString())).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "01998877-6655-7007-8000-00000000000", "01998877-6655-7007-8000-00000000000G",
        "01998877-6655-700A-8000-000000000000", "01998877-6655-4007-8000-000000000000",
        "01998877-6655-7030-8000-000000000000", "01998877-6655-7007-0000-000000000000"})
    void isNothingElse(String text) {
        assertThatThrownBy(() -> OrderId.parse("id", text)).isInstanceOf(InvalidField.class)
                .hasMessage("id: %s (expected: an order id, as the gateway gave it)", text);
    }
}
