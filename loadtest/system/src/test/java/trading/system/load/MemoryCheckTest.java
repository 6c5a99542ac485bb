package trading.system.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import trading.wire.Topics;
import trading.wire.proto.Side;

class MemoryCheckTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** A buyer of 5 apples for up to 1.20, who cancelled or not. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # status,         filled, remaining, cancelled, product, price, quantity of its only sale, what is wrong
            OPEN,             0,      5,         false,     apple,   1.20,  0,                         -
            FILLED,           5,      0,         false,     apple,   1.20,  5,                         -
            FILLED,           5,      0,         true,      apple,   1.10,  5,                         -
            PARTIALLY_FILLED, 2,      3,         false,     apple,   1.20,  2,                         -
            EXPIRED,          2,      3,         false,     apple,   1.20,  2,                         -
            CANCELLED,        2,      3,         true,      apple,   1.20,  2,                         -
            FILLED,           6,      0,         false,     apple,   1.20,  6,                         filled + remaining
            FILLED,           4,      0,         false,     apple,   1.20,  4,                         filled + remaining
            FILLED,           4,      1,         false,     apple,   1.20,  4,                         status
            OPEN,             1,      4,         false,     apple,   1.20,  1,                         status
            CANCELLED,        2,      3,         false,     apple,   1.20,  2,                         status
            LOST,             2,      3,         false,     apple,   1.20,  2,                         status
            FILLED,           5,      0,         false,     pear,    1.20,  5,                         productId
            FILLED,           5,      0,         false,     apple,   1.21,  5,                         price
            FILLED,           5,      0,         false,     apple,   1.20,  4,                         sales
            """)
    void aResultMustFitTheOrder(String status, long filled, long remaining, boolean cancelled, String product,
            String price, long sold, String wrong) {
        ClientOrder order = new ClientOrder(Side.BUY, "apple", "bob", "7", 5, 12_000, false);
        if (cancelled) {
            order.cancelSent();
        }
        String sales = sold == 0
                ? ""
                : "{\"productId\":\"" + product + "\",\"price\":\"" + price + "\",\"quantity\":" + sold + "}";

        String found = MemoryCheck.wrong(order, JSON.readTree("{\"status\":\"" + status + "\",\"filled\":" + filled
                + ",\"remaining\":" + remaining + ",\"sales\":[" + sales + "]}"));

        if (wrong.equals("-")) {
            assertThat(found).isNull();
        } else {
            assertThat(found).startsWith(wrong + ":");
        }
    }

    @Test
    void everyPartitionHasAProduct() {
        BitSet partitions = new BitSet();
        RandomOrders.products(60).forEach(product -> partitions.set(Topics.partition(product)));

        assertThat(RandomOrders.products(60)).hasSize(60).doesNotHaveDuplicates();
        assertThat(partitions.cardinality()).isEqualTo(Topics.PARTITIONS);
    }

    @Test
    void whoWasOnlyEverRefusedWasSurelyNotTaken() {
        ClientOrder refused = new ClientOrder(Side.BUY, "apple", "bob", "1", 5, 0, false);
        assertThat(refused.refused(true)).isEqualTo(ClientOrder.GIVEN_UP);
        assertThat(refused.isSurelyNotTaken()).isTrue();

        ClientOrder perhaps = new ClientOrder(Side.BUY, "apple", "bob", "2", 5, 0, false);
        perhaps.perhapsTaken();
        assertThat(perhaps.refused(true)).isEqualTo(2);
        assertThat(perhaps.isSurelyNotTaken()).isFalse();
        assertThat(perhaps.isUnanswered()).isTrue();
        assertThat(perhaps.accepted(perhaps.id())).isNull();
        assertThat(perhaps.accepted(refused.id())).contains("answered " + refused.id());
    }

    @Test
    void ordersOfWhichNoneWasAcceptedProveNothing() {
        ClientOrder refused = new ClientOrder(Side.BUY, "apple", "bob", "1", 5, 0, false);
        refused.refused(true);
        ClientOrder accepted = new ClientOrder(Side.BUY, "apple", "bob", "2", 5, 0, false);
        accepted.accepted(accepted.id());

        assertThat(MemoryCheck.requireAccepted(List.of())).singleElement().asString()
                .startsWith("orders accepted: none of 0");
        assertThat(MemoryCheck.requireAccepted(List.of(refused))).singleElement().asString()
                .startsWith("orders accepted: none of 1");
        assertThat(MemoryCheck.requireAccepted(List.of(refused, accepted))).isEmpty();
    }
}
