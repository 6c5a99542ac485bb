package trading.gateway.market;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.codec.ServerSentEvent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import trading.wire.proto.Batch;
import trading.wire.proto.CloseReason;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;
import trading.wire.proto.Side;

class ProductFeedTest {

    private static final long SEED = Long.getLong("trading.seed", System.nanoTime() % 1_000_000);
    private static final long NOON = 1_800_000_000_000L;
    private static final JsonMapper JSON = new JsonMapper();

    private final RandomMarket random = new RandomMarket(SEED, "apple");
    private final PartitionMarket market = new PartitionMarket(0, new Room(10, 10_000), new LeftOrders(), 50);
    private final Counter resent = new SimpleMeterRegistry().counter("resent");
    private final Feed feed = new ProductFeed(TickerJson.of(new ProductMarket("apple", 50, NOON, true), NOON),
            new ProductFeed.Source() {
                @Override
                public <T> @Nullable T ask(Function<ProductMarket, T> question) {
                    return market.ask("apple", question);
                }
            }, JSON, 0);
    private long nowMillis = NOON;

    @Test
    void aSnapshotAndWhatChangedIsALaterSnapshot() {
        ClientStream stream = stream();
        Client client = new Client();
        for (int i = 0; i < 500; i++) {
            market.add(random.next(++nowMillis));
            if (i % 3 == 0) {
                client.take(stream.next(nowMillis));
                Client another = new Client();
                another.take(stream().next(nowMillis));
                assertThat(client.state()).as("seed %d, batch %d", SEED, i).isEqualTo(another.state());
            }
        }
        assertThat(client.snapshots).isEqualTo(1);
        assertThat(client.trades).as("seed %d", SEED).doesNotHaveDuplicates()
                .hasSize(Math.toIntExact(client.trades.getLast()) - Math.toIntExact(client.trades.getFirst()) + 1);
    }

    @Test
    void aSaleOfWhichTheDatabaseToldFirstIsToldAsATrade() {
        market.adopt("apple", new Trade(1, 10_000, 2, NOON), ProductMarket::productId);
        ClientStream stream = stream();
        Client client = new Client();
        client.take(stream.next(nowMillis));
        market.add(Batch.newBuilder().setNow(NOON).addSales(
                Sale.newBuilder().setProductId("apple").setTradeId(1).setPrice(10_000).setQuantity(2)).build());
        client.take(stream.next(++nowMillis));
        assertThat(client.trades).containsExactly(1L);
    }

    @Test
    void ofAProductThatIsGoneNothingStays() {
        Client client = new Client();
        ClientStream stream = stream();
        client.take(stream.next(nowMillis));
        String nothing = client.ticker;
        OpenOrder order = OpenOrder.newBuilder().setOrderIdHigh(1).setOrderIdLow(2).setProductId("apple")
                .setUserId("sue").setSide(Side.SELL).setPrice(12_000).setQuantity(5).setRemaining(5).build();
        market.add(Batch.newBuilder().setNow(++nowMillis).addRested(order).build());
        client.take(stream.next(nowMillis));
        assertThat(client.ticker).contains("\"ask\":\"1.20\"");

        market.add(Batch.newBuilder().setNow(++nowMillis)
                .addClosed(ClosedOrder.newBuilder().setOrder(order).setReason(CloseReason.EXPIRED)).build());
        client.take(stream.next(nowMillis));
        assertThat(client.ticker).isEqualTo(nothing).doesNotContain("ask");
        assertThat(client.asks).isEmpty();
    }

    @Test
    void aProductThatMakesRoomForOthersKeepsItsLastSale() {
        Client client = new Client();
        ClientStream stream = stream();
        market.adopt("apple", new Trade(7, 12_000, 2, NOON), ProductMarket::productId);
        client.take(stream.next(nowMillis));
        assertThat(client.ticker).contains("\"tradeId\":7").doesNotContain("incomplete");

        market.forgetUnsoldSince(NOON + 1);
        client.take(stream.next(++nowMillis));
        assertThat(client.ticker).contains("\"tradeId\":7", "\"incomplete\":true");

        market.add(Batch.newBuilder().setNow(++nowMillis).addSales(
                Sale.newBuilder().setProductId("apple").setTradeId(8).setPrice(13_000).setQuantity(2)).build());
        client.take(stream.next(nowMillis));
        assertThat(client.ticker).contains("\"tradeId\":8");
        assertThat(client.trades).containsExactly(8L);
    }

    @Test
    void figuresChangeWithoutSales() {
        ClientStream stream = stream();
        Client client = new Client();
        while (!client.state().contains("\"sales\":1") && nowMillis < NOON + 1_000) {
            market.add(random.next(++nowMillis));
            client.take(stream.next(nowMillis));
        }
        client.take(stream.next(nowMillis));
        assertThat(stream.next(nowMillis)).isEmpty();
        List<ServerSentEvent<String>> decayed = stream.next(nowMillis + 11_000);
        assertThat(decayed).singleElement()
                .satisfies(event -> assertThat(event.data()).contains("\"last10s\":{\"sales\":0"));
    }

    @Test
    void whoIsTooSlowBeginsAnewAndIsToldWhatWasMissed() {
        ClientStream slow = stream();
        ClientStream quick = stream();
        Client client = new Client();
        client.take(slow.next(nowMillis));
        quick.next(nowMillis);
        long told = client.sequence;
        while (feed.sequence() < told + ProductFeed.MAX_CHANGES) {
            market.add(random.next(++nowMillis));
            quick.next(nowMillis);
        }
        client.take(slow.next(nowMillis));
        assertThat(client.snapshots).as("all changes were still there").isEqualTo(1);
        assertThat(client.sequence).isEqualTo(told + ProductFeed.MAX_CHANGES);

        while (feed.sequence() < told + 2 * ProductFeed.MAX_CHANGES + 1) {
            market.add(random.next(++nowMillis));
            quick.next(nowMillis);
        }
        List<ServerSentEvent<String>> anew = slow.next(nowMillis);
        assertThat(anew).singleElement()
                .satisfies(event -> assertThat(event.data()).contains("\"missed\":" + (ProductFeed.MAX_CHANGES + 1)));
        client.take(anew);
        Client another = new Client();
        another.take(stream().next(nowMillis));
        assertThat(client.state()).isEqualTo(another.state());
        assertThat(resent.count()).isEqualTo(1);
    }

    @Test
    void aQuietStreamSaysThatItIsAlive() {
        ClientStream stream = new ClientStream(feed, 0, resent);
        assertThat(stream.next(nowMillis)).singleElement()
                .satisfies(event -> assertThat(event.event()).isEqualTo("snapshot"));
        assertThat(stream.next(nowMillis)).singleElement().satisfies(event -> assertThat(event.comment()).isEmpty());
    }

    private ClientStream stream() {
        return new ClientStream(feed, Long.MAX_VALUE, resent);
    }

    /** What a client makes of a stream. */
    private static final class Client {
        private final Map<String, JsonNode> bids = new HashMap<>();
        private final Map<String, JsonNode> asks = new HashMap<>();
        private final List<Long> trades = new ArrayList<>();
        private String ticker = "";
        private long sequence;
        private int snapshots;

        private void take(List<ServerSentEvent<String>> events) {
            for (ServerSentEvent<String> event : events) {
                JsonNode told = JSON.readTree(event.data());
                long next = told.path("sequence").asLong();
                if ("snapshot".equals(event.event())) {
                    snapshots++;
                    bids.clear();
                    asks.clear();
                } else {
                    assertThat(next).isEqualTo(sequence + 1);
                    told.path("trades").forEach(trade -> trades.add(trade.path("tradeId").asLong()));
                }
                sequence = next;
                ticker = told.has("ticker") ? told.path("ticker").toString() : ticker;
                apply(told.path("bids"), bids);
                apply(told.path("asks"), asks);
            }
        }

        private static void apply(JsonNode levels, Map<String, JsonNode> side) {
            for (JsonNode level : levels) {
                if (level.path("orders").asInt() == 0) {
                    side.remove(level.path("price").toString());
                } else {
                    side.put(level.path("price").toString(), level);
                }
            }
        }

        private String state() {
            return sequence + " " + ticker + " " + new java.util.TreeMap<>(bids) + " " + new java.util.TreeMap<>(asks);
        }
    }
}
