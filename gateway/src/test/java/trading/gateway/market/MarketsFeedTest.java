package trading.gateway.market;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.http.codec.ServerSentEvent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import trading.gateway.market.PipelineState.Figures;
import trading.gateway.market.PipelineState.Group;
import trading.wire.Topics;
import trading.wire.proto.Batch;

class MarketsFeedTest {

    private static final long SEED = Long.getLong("trading.seed", System.nanoTime() % 1_000_000);
    private static final long NOON = 1_800_000_000_000L;
    private static final JsonMapper JSON = new JsonMapper();

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Counter resent = meters.counter("resent");
    private final Markets markets = new Markets(new MarketProperties(true, 5_000, 100_000, 50, 10, Duration.ZERO,
            Duration.ZERO, Duration.ZERO, 10, Duration.ZERO), meters);
    private final List<RandomMarket> products = IntStream.range(0, 5)
            .mapToObj(i -> new RandomMarket(SEED + i, "product-" + i)).toList();
    private Figures figures = figures(0);
    private final MarketsFeed feed = new MarketsFeed(markets, () -> figures, JSON, 0);
    private long nowMillis = NOON;

    @Test
    void aSnapshotAndWhatChangedIsALaterSnapshot() {
        ClientStream stream = stream();
        Client client = new Client();
        for (int i = 0; i < 300; i++) {
            RandomMarket product = products.get(i % products.size());
            add(product.partition(), product.next(++nowMillis));
            if (i % 10 == 0) {
                figures = figures(i);
            }
            if (i % 3 == 0) {
                client.take(stream.next(nowMillis));
                Client another = new Client();
                another.take(stream().next(nowMillis));
                assertThat(client.state()).as("seed %d, batch %d", SEED, i).isEqualTo(another.state());
            }
        }
        assertThat(client.snapshots).isEqualTo(1);
        assertThat(client.rows).as("seed %d", SEED).hasSize(products.size());
        assertThat(client.pipeline).contains("\"ordersPerSecond\":290");
        long sales = client.rows.values().stream().mapToLong(row -> row.path("sales1m").asLong()).sum();
        assertThat(client.pipeline).contains("\"salesPerMinute\":" + sales);
        assertThat(sales).isPositive();
    }

    @Test
    void whatIsGoneIsTold() {
        ClientStream stream = stream();
        Client client = new Client();
        RandomMarket product = products.getFirst();
        Batch rested;
        do {
            rested = product.next(++nowMillis);
        } while (rested.getRestedCount() == 0 || rested.getSalesCount() > 0);
        Batch only = rested.toBuilder().clearClosed().clearSales().clearRested().addRested(rested.getRested(0)).build();
        add(product.partition(), only);
        client.take(stream.next(nowMillis));
        assertThat(client.rows).containsOnlyKeys(product.productId());

        Batch.Builder closing = Batch.newBuilder().setNumber(only.getNumber() + 1).setNow(++nowMillis);
        closing.addClosedBuilder().setOrder(only.getRested(0));
        add(product.partition(), closing.build());
        client.take(stream.next(nowMillis));
        assertThat(client.rows).isEmpty();
        assertThat(client.snapshots).isEqualTo(1);
    }

    @Test
    void whoIsTooSlowBeginsAnewAndIsToldWhatWasMissed() {
        ClientStream slow = stream();
        Client client = new Client();
        client.take(slow.next(nowMillis));
        for (int i = 1; i <= MarketsFeed.MAX_CHANGES + 1; i++) {
            figures = figures(i);
            stream().next(nowMillis);
        }
        List<ServerSentEvent<String>> anew = slow.next(nowMillis);
        assertThat(anew).singleElement().satisfies(
                event -> assertThat(event.data()).contains("\"missed\":" + (MarketsFeed.MAX_CHANGES + 1)));
        assertThat(resent.count()).isEqualTo(1);
    }

    @Test
    void soManyProductsAndNoMoreAreToldOf() {
        for (int i = 0; i < MarketsFeed.MAX_PRODUCTS + 1; i++) {
            String productId = "p%04d".formatted(i);
            Batch.Builder batch = Batch.newBuilder().setNumber(i + 1).setNow(nowMillis);
            batch.addSalesBuilder().setProductId(productId).setTradeId(1).setPrice(10_000).setQuantity(1);
            add(Topics.partition(productId), batch.build());
        }
        Client client = new Client();
        client.take(stream().next(nowMillis));
        assertThat(client.rows).hasSize(MarketsFeed.MAX_PRODUCTS).containsKey("p0000")
                .doesNotContainKey("p%04d".formatted(MarketsFeed.MAX_PRODUCTS));
        assertThat(client.more).isTrue();
    }

    private void add(int partition, Batch batch) {
        markets.partition(partition).add(batch);
    }

    private ClientStream stream() {
        return new ClientStream(feed, Long.MAX_VALUE, resent);
    }

    private static Figures figures(long ordersPerSecond) {
        Group group = new Group(0, List.of(new PipelineState.Member("engine-1", 48)));
        return new Figures(ordersPerSecond, group, new Group(100, null));
    }

    /** What a client makes of a stream. */
    private static final class Client {
        private final TreeMap<String, JsonNode> rows = new TreeMap<>();
        private String pipeline = "";
        private boolean more;
        private long sequence;
        private int snapshots;

        private void take(List<ServerSentEvent<String>> events) {
            for (ServerSentEvent<String> event : events) {
                JsonNode told = JSON.readTree(event.data());
                long next = told.path("sequence").asLong();
                if ("snapshot".equals(event.event())) {
                    snapshots++;
                    rows.clear();
                    more = told.path("more").asBoolean(false);
                } else {
                    assertThat(next).isEqualTo(sequence + 1);
                }
                sequence = next;
                told.path("products").forEach(row -> rows.put(row.path("productId").asString(), row));
                told.path("gone").forEach(id -> rows.remove(id.asString()));
                pipeline = told.has("pipeline") ? told.path("pipeline").toString() : pipeline;
            }
        }

        private String state() {
            return sequence + " " + rows + " " + pipeline;
        }
    }
}
