package trading.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Random commands through the market and through the naive one: every batch must come out the same, and the open orders
 * stand alike all along. Now and then the market is thrown away and another one restored from nothing but its outcomes.
 *
 * <p>Prints its seed; {@code -Dtrading.seed=} repeats a run.
 */
class RandomTradingTest {

    private static final List<SelfTrades.Rule> RULES = List.of(SelfTrades.Rule.values());
    private static final int COMMANDS = 120_000;
    private static final int COMMANDS_PER_DAY = 2_000;
    private static final long MAX_QUANTITY = 1_000_000_000_000_000L;
    private static final long MAX_PRICE = 999_999_999_999_999_999L;

    @Test
    void tradesAsTheNaiveMarketDoes() {
        long seed = Long.getLong("trading.seed", System.nanoTime());
        System.out.println("RandomTradingTest: -Dtrading.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int commands = 0; commands < COMMANDS; commands += COMMANDS_PER_DAY) {
            new Day(random.split()).trade();
        }
    }

    /** Some thousand commands with habits of their own: how many products, which prices, how patient the orders. */
    private static final class Day {

        private final SplittableRandom random;
        private final int products;
        private final int users;
        private final int prices;
        private final long lowestPrice;
        private final long maxQuantity;
        private final int commandsPerBatch;
        private final long timeoutMillis;
        private final long windowMillis;
        private final int maxIds;
        private final int maxOpenOrders;
        private final double buys;
        private final double clientMade;
        private final int maxGtcOrders;
        private final int maxProducts;
        private final double lasting;
        private final double immediate;
        private final boolean selfTradesPrevented;

        private final NaiveMarket naive = new NaiveMarket();
        private final MarketState state = new MarketState();
        private final List<PlaceOrder> placed = new ArrayList<>();
        private Market market = new Market();
        private long nowMillis = 1_000_000;
        private long offset;

        Day(SplittableRandom random) {
            this.random = random;
            products = 1 + random.nextInt(5);
            users = 1 + random.nextInt(6);
            prices = pick(1, 3, 20, 1_000);
            lowestPrice = random.nextInt(4) == 0 ? MAX_PRICE - prices + 1 : 1;
            maxQuantity = pick(1L, 5L, 100L, MAX_QUANTITY);
            commandsPerBatch = pick(1, 4, 30, 300);
            timeoutMillis = pick(100L, 1_000L, 100_000L);
            windowMillis = pick(0L, 200L, 5_000L, Long.MAX_VALUE);
            maxOpenOrders = pick(1, 10, 200, Integer.MAX_VALUE);
            maxIds = pick(0, 50, Integer.MAX_VALUE);
            buys = random.nextDouble();
            clientMade = random.nextDouble();
            maxGtcOrders = pick(1, 3, Integer.MAX_VALUE);
            maxProducts = pick(1, 2, Integer.MAX_VALUE);
            lasting = pick(0, 0, 5, 50) / 100.0;
            immediate = pick(0, 10, 50) / 100.0;
            selfTradesPrevented = random.nextBoolean();
        }

        void trade() {
            for (int batch = 0; offset < COMMANDS_PER_DAY; batch++) {
                nowMillis += random.nextInt(4) == 0 ? random.nextLong(timeoutMillis) : random.nextInt(3);
                trade("batch " + batch, nextBatch());
                if (random.nextInt(20) == 0) {
                    market = state.restored();
                }
            }
        }

        private void trade(String where, Batch batch) {
            Outcome outcome = market.trade(batch);
            Outcome expected = naive.trade(batch);
            state.apply(batch, outcome);

            assertThat(byProduct(outcome.closed(), closed -> closed.order().productId())).as(where)
                    .isEqualTo(byProduct(expected.closed(), closed -> closed.order().productId()));
            assertThat(byProduct(outcome.sales(), Sale::productId)).as(where)
                    .isEqualTo(byProduct(expected.sales(), Sale::productId));
            assertThat(outcome.rested()).as(where).isEqualTo(expected.rested());
            assertThat(outcome.changed()).as(where).containsExactlyInAnyOrderElementsOf(expected.changed());
            assertThat(outcome.gone()).as(where).containsExactlyInAnyOrderElementsOf(expected.gone());
            assertThat(outcome.lastTradeIds()).as(where).isEqualTo(expected.lastTradeIds());
            assertThat(outcome.rememberedIds()).as(where).containsExactlyInAnyOrderElementsOf(expected.rememberedIds());
            assertThat(outcome.repeated()).as(where).isEqualTo(expected.repeated());
            assertThat(outcome.conflicting()).as(where).isEqualTo(expected.conflicting());
            assertThat(outcome.oldestAcceptedAtMillis()).as(where).isEqualTo(expected.oldestAcceptedAtMillis());

            List<OpenOrder> open = naive.openOrders();
            assertThat(state.openOrders()).as(where).isEqualTo(open);
            assertThat(market.openOrders()).as(where).isEqualTo(open.size());
            assertThat(market.nextExpiryMillis(timeoutMillis)).as(where)
                    .isEqualTo(open.stream().mapToLong(this::expiresAtMillis).min().orElse(Long.MAX_VALUE));
            assertThat(open).as(where).allMatch(order -> order.timeInForce() != TimeInForce.IOC);
        }

        private Batch nextBatch() {
            List<Command> commands = new ArrayList<>();
            for (int i = random.nextInt(commandsPerBatch + 1); i > 0; i--) {
                commands.add(nextCommand());
                offset++;
            }
            return new Batch(nowMillis, timeoutMillis,
                    market.idempotencyWindowMillis(nowMillis, windowMillis, maxIds), maxOpenOrders, maxGtcOrders,
                    maxProducts, selfTrades(), commands);
        }

        /** Each batch by a rule of its own: the settings of an engine may change at any time. */
        private SelfTrades selfTrades() {
            if (!selfTradesPrevented) {
                return SelfTrades.ALLOWED;
            }
            TreeMap<String, SelfTrades.Rule> exceptions = new TreeMap<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                exceptions.put("p" + random.nextInt(products), rule());
            }
            return new SelfTrades(rule(), exceptions);
        }

        private SelfTrades.Rule rule() {
            return RULES.get(random.nextInt(RULES.size()));
        }

        private long expiresAtMillis(OpenOrder order) {
            return switch (order.timeInForce()) {
                case TIMEOUT -> order.acceptedAtMillis() + timeoutMillis + 1;
                case GTT -> order.expiresAtMillis();
                case GTC -> Long.MAX_VALUE;
                case IOC -> throw new AssertionError(order);
            };
        }

        private Command nextCommand() {
            int kind = placed.isEmpty() ? 99 : random.nextInt(100);
            if (kind < 14) {
                return cancel();
            }
            PlaceOrder place = place(kind < 24 ? somePlaced().orderId() : newOrderId());
            placed.add(place);
            return place;
        }

        private CancelOrder cancel() {
            PlaceOrder order = somePlaced();
            return new CancelOrder(order.orderId(), random.nextInt(5) == 0 ? user() : order.userId());
        }

        private PlaceOrder place(UUID orderId) {
            boolean buy = random.nextDouble() < buys;
            long price = buy && random.nextInt(10) == 0 ? PlaceOrder.ANY_PRICE : lowestPrice + random.nextInt(prices);
            // Mostly just now, sometimes almost too old, sometimes by a clock that is ahead.
            long age = random.nextInt(3) == 0 ? random.nextLong(-5, timeoutMillis + timeoutMillis / 20 + 5) : 0;
            TimeInForce timeInForce = timeInForce();
            // Mostly later than now, sometimes over before it comes.
            long expiresAt = timeInForce == TimeInForce.GTT
                    ? nowMillis + random.nextLong(-5, 2 * timeoutMillis + 5)
                    : 0;
            return new PlaceOrder(offset, orderId, buy ? Side.BUY : Side.SELL, "p" + random.nextInt(products), user(),
                    1 + random.nextLong(maxQuantity), price, nowMillis - age, timeInForce, expiresAt);
        }

        private TimeInForce timeInForce() {
            if (random.nextDouble() < immediate) {
                return TimeInForce.IOC;
            }
            if (random.nextDouble() >= lasting) {
                return TimeInForce.TIMEOUT;
            }
            return random.nextBoolean() ? TimeInForce.GTT : TimeInForce.GTC;
        }

        /** Recent orders more often than old ones: some are open, some just done, some forgotten. */
        private PlaceOrder somePlaced() {
            int back = random.nextInt(1 + random.nextInt(placed.size()));
            return placed.get(placed.size() - 1 - back);
        }

        private UUID newOrderId() {
            int version = random.nextDouble() < clientMade ? 8 : 7;
            return new UUID((random.nextLong() & ~0xf000L) | (long) version << 12, random.nextLong() >>> 2 | 1L << 63);
        }

        private String user() {
            return "u" + random.nextInt(users);
        }

        private int pick(int... values) {
            return values[random.nextInt(values.length)];
        }

        private long pick(long... values) {
            return values[random.nextInt(values.length)];
        }

        private static <E> Map<String, List<E>> byProduct(List<E> events, Function<E, String> productId) {
            return events.stream().collect(Collectors.groupingBy(productId));
        }
    }
}
