package trading.gateway.sent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import trading.gateway.OrderProperties;
import trading.gateway.recent.RecentRecords;
import trading.wire.proto.Command;
import trading.wire.proto.PlaceOrder;

class SentOrdersTest {

    private static final UUID ID = new UUID(1, 2);

    private final SentOrders sent = sentOrders(2);

    @Test
    void anOrderIsKnownAsLongAsOneOfItsSendsCounts() {
        long first = sent.add(ID, order(1));
        long repeat = sent.add(ID, order(1));

        sent.takeBack(ID, first);
        assertThat(sent.find(ID)).extracting(PlaceOrder::getQuantity).isEqualTo(1L);
        sent.takeBack(ID, repeat);
        assertThat(sent.find(ID)).isNull();
        assertThat(sent.add(ID, order(1))).isNotEqualTo(first);
        assertThat(sent.find(ID)).isNotNull();
    }

    @Test
    void anotherOrderUnderTheIdIsTheOneThatIsKnown() {
        long first = sent.add(ID, order(1));
        long other = sent.add(ID, order(2));

        sent.takeBack(ID, first);
        assertThat(sent.find(ID)).extracting(PlaceOrder::getQuantity).isEqualTo(2L);
        sent.takeBack(ID, other);
        assertThat(sent.find(ID)).isNull();
    }

    @Test
    void whatIsTakenBackLateTakesNothingOfTheNewer() {
        long first = sent.add(ID, order(1));
        sent.add(new UUID(1, 3), order(1));
        sent.add(new UUID(1, 4), order(1));
        assertThat(sent.find(ID)).as("the oldest of three in a room for two").isNull();

        sent.add(ID, order(1));
        sent.takeBack(ID, first);
        assertThat(sent.find(ID)).isNotNull();
    }

    @Test
    void noneIsKeptWhereNoneIsToBe() {
        SentOrders none = sentOrders(0);
        assertThat(none.add(ID, order(1))).isEqualTo(RecentRecords.NONE);
        none.takeBack(ID, RecentRecords.NONE);
        assertThat(none.find(ID)).isNull();
    }

    private static byte[] order(long quantity) {
        return Command.newBuilder().setPlace(PlaceOrder.newBuilder().setQuantity(quantity)).build().toByteArray();
    }

    private static SentOrders sentOrders(int most) {
        return new SentOrders(new Binder(
                new MapConfigurationPropertySource(Map.of("trading.gateway.pending-orders", most)))
                .bindOrCreate("trading.gateway", OrderProperties.class));
    }
}
