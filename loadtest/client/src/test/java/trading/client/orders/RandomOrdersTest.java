package trading.client.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import trading.market.Batch;
import trading.market.Command;
import trading.market.Market;
import trading.market.PlaceOrder;
import trading.market.Side;
import trading.wire.Limits;
import trading.wire.OrderId;
import trading.wire.Topics;

class RandomOrdersTest {

    private static final int CHUNK = 500;
    private static final int PRODUCTS = 100;
    private static final long TIMEOUT = 60_000;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Test
    void theSameSeedGivesTheSameBytes() {
        assertThat(chunk(new RandomOrders(7, PRODUCTS), 3)).isEqualTo(chunk(new RandomOrders(7, PRODUCTS), 3));
        assertThat(chunk(new RandomOrders(7, PRODUCTS), 3)).isNotEqualTo(chunk(new RandomOrders(7, PRODUCTS), 4));
        assertThat(chunk(new RandomOrders(7, PRODUCTS), 3)).isNotEqualTo(chunk(new RandomOrders(8, PRODUCTS), 3));
    }

    @Test
    void productsHaveTheSameNamesEverywhere() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("fa"));
        try {
            byte[] there = chunk(new RandomOrders(7, PRODUCTS), 3);
            Locale.setDefault(Locale.ROOT);
            assertThat(there).isEqualTo(chunk(new RandomOrders(7, PRODUCTS), 3));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void ordersHaveClientOrderIdsOnRequestNoTwoTheSame() {
        RandomOrders random = new RandomOrders(7, PRODUCTS, 0, "x".repeat(32));
        Set<String> ids = new HashSet<>();
        for (long number : new long[]{0, 1, Integer.MAX_VALUE}) {
            for (JsonNode order : orders(random, number)) {
                ids.add(Limits.clientOrderId("clientOrderId", order.required("clientOrderId").stringValue()));
            }
        }
        assertThat(ids).hasSize(3 * CHUNK);
        assertThat(orders(new RandomOrders(7, PRODUCTS), 0)).noneMatch(order -> order.has("clientOrderId"));
    }

    @Test
    void everyLineIsAnOrderWithinTheLimitsAndHalfOfThemBuy() {
        int buys = 0;
        int any = 0;
        for (long number = 0; number < 20; number++) {
            for (JsonNode order : orders(new RandomOrders(1, PRODUCTS), number)) {
                Limits.productId("productId", order.required("productId").stringValue());
                Limits.userId("userId", order.required("userId").stringValue());
                assertThat(order.required("quantity").longValue()).isBetween(1L, 10L);
                boolean buy = order.required("side").stringValue().equals("BUY");
                if (order.has("price")) {
                    Limits.price("price", order.required("price").stringValue());
                } else {
                    assertThat(buy).isTrue();
                    any++;
                }
                buys += buy ? 1 : 0;
            }
        }
        assertThat(buys).isEqualTo(20 * CHUNK / 2);
        assertThat(any).isBetween(300, 700);
    }

    @Test
    void aSkewGivesTheFirstProductsTheirShares() {
        Map<String, Integer> counts = new HashMap<>();
        for (long number = 0; number < 40; number++) {
            for (JsonNode order : orders(new RandomOrders(1, 10, 1, ""), number)) {
                counts.merge(order.required("productId").stringValue(), 1, Integer::sum);
            }
        }
        // One part in 1 + 1/2 + … + 1/10 = 2.929 of 20,000 orders.
        assertThat(counts.get("product-000")).isBetween(6_500, 7_150);
        assertThat(counts.get("product-001")).isBetween(3_150, 3_700);
        assertThat(counts.get("product-009")).isBetween(570, 800);
    }

    @Test
    void atLeastSixSalesComeOfTenOrders() {
        for (long seed = 1; seed <= 3; seed++) {
            double salesPerOrder = salesPerOrder(new RandomOrders(seed, PRODUCTS), 200);
            System.out.println("seed " + seed + ": " + salesPerOrder + " sales an order");
            assertThat(salesPerOrder).as("seed %d", seed).isGreaterThanOrEqualTo(0.6);
        }
    }

    /** Each chunk is a batch of every partition that it has orders for, 10 ms after the one before. */
    private static double salesPerOrder(RandomOrders orders, int chunks) {
        Map<Integer, Market> markets = new HashMap<>();
        long offset = 0;
        long sales = 0;
        for (int number = 0; number < chunks; number++) {
            long now = 1_000_000 + 10L * number;
            Map<Integer, List<Command>> commands = new HashMap<>();
            for (JsonNode order : orders(orders, number)) {
                String product = order.required("productId").stringValue();
                int partition = Topics.partition(product);
                commands.computeIfAbsent(partition, any -> new ArrayList<>())
                        .add(place(order, product, partition, offset++, now));
            }
            for (Map.Entry<Integer, List<Command>> batch : commands.entrySet()) {
                sales += markets.computeIfAbsent(batch.getKey(), any -> new Market())
                        .trade(Batch.unbounded(now, TIMEOUT, TIMEOUT, batch.getValue())).sales().size();
            }
        }
        return (double) sales / ((long) chunks * CHUNK);
    }

    private static Command place(JsonNode order, String product, int partition, long offset, long now) {
        return new PlaceOrder(offset, OrderId.next(partition, now), Side.valueOf(order.required("side").stringValue()),
                product, order.required("userId").stringValue(), order.required("quantity").longValue(),
                order.has("price")
                        ? Limits.price("price", order.required("price").stringValue())
                        : PlaceOrder.ANY_PRICE,
                now);
    }

    private static List<JsonNode> orders(RandomOrders orders, long number) {
        return new String(chunk(orders, number), StandardCharsets.US_ASCII).lines().map(JSON::readTree).toList();
    }

    private static byte[] chunk(RandomOrders orders, long number) {
        byte[] buffer = new byte[CHUNK * RandomOrders.MAX_LINE_LENGTH];
        return Arrays.copyOf(buffer, orders.chunk(number, CHUNK, buffer));
    }
}
