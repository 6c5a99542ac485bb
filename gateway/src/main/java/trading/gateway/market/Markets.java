package trading.gateway.market;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import trading.wire.Topics;

/** The markets of all partitions. Safe for use by any thread. */
@Component
@WhenMarketDataIsOn
final class Markets {

    private final Room room;
    private final LeftOrders left = new LeftOrders();
    private final List<PartitionMarket> partitions;

    Markets(MarketProperties properties, MeterRegistry meters) {
        this.room = new Room(properties.maxProducts(), properties.maxOpenOrders());
        this.partitions = IntStream.range(0, Topics.PARTITIONS)
                .mapToObj(partition -> new PartitionMarket(partition, room, left, properties.maxTrades())).toList();
        Gauge.builder("trading.market.products", room, Room::products).description("Products that are followed")
                .register(meters);
        Gauge.builder("trading.market.open.orders", room, Room::openOrders)
                .description("Open orders that are followed").register(meters);
        FunctionCounter.builder("trading.market.refused", room, Room::refused)
                .description("Products and open orders for which there was no room").register(meters);
    }

    PartitionMarket partition(int partition) {
        return partitions.get(partition);
    }

    /** The orders that left their markets last. */
    LeftOrders left() {
        return left;
    }

    List<PartitionMarket> partitions() {
        return partitions;
    }

    /** Where hardly any room for products is left, gives up those that have no open order and were not sold since this moment. */
    void makeRoom(long unsoldSinceMillis) {
        if (room.isNearlyFull()) {
            partitions.forEach(partition -> partition.forgetUnsoldSince(unsoldSinceMillis));
        }
    }

    /** What somebody wants to know of a product that the database knows a sale of. */
    <T> T adopt(String productId, Trade lastKnown, Function<ProductMarket, T> question) {
        return of(productId).adopt(productId, lastKnown, question);
    }

    /** Whether every product of this one's partition is followed that a batch told of. */
    boolean isComplete(String productId) {
        return of(productId).isComplete();
    }

    /** The last sale that the database knows of, for a product that is followed. */
    void lastKnown(String productId, Trade lastKnown) {
        of(productId).lastKnown(productId, lastKnown);
    }

    /** What somebody wants to know of a product, {@code null} if it is not known. */
    <T> @Nullable T ask(String productId, Function<ProductMarket, T> question) {
        return of(productId).ask(productId, question);
    }

    /** What somebody wants to know of the next products behind an id, by id. */
    <T> SortedMap<String, T> askBehind(String productId, int limit, Function<ProductMarket, T> question) {
        TreeMap<String, T> answers = new TreeMap<>();
        for (PartitionMarket partition : partitions) {
            Map<String, T> some = partition.askBehind(productId, limit, question);
            answers.putAll(some);
        }
        while (answers.size() > limit) {
            answers.pollLastEntry();
        }
        return answers;
    }

    private PartitionMarket of(String productId) {
        return partitions.get(Topics.partition(productId));
    }
}
