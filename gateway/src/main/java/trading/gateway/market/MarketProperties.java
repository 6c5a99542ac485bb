package trading.gateway.market;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The limits of market data.
 *
 * @param enabled whether this gateway has market data; without, it reads nothing for them
 * @param maxProducts products that are followed; further ones are not
 * @param maxOpenOrders open orders that are followed, of all products together; further ones are missing in books and in
 *        the lists of their users
 * @param maxTrades newest trades of a product in memory; older ones are read from the database
 * @param maxStreams streams of market data that are open at once; another one is refused
 * @param streamInterval how often a stream may tell of changes
 * @param listInterval how often a stream of all products may tell of changes
 * @param heartbeat after what silence a stream says that it is alive
 * @param maxStoredSales sales that a request may have the database add up to candles
 * @param databaseTimeout how long a request waits for the database
 */
@Validated
@ConfigurationProperties("trading.gateway.market")
public record MarketProperties(@DefaultValue("true") boolean enabled,
        @DefaultValue("500") @Min(1) @Max(100_000) int maxProducts,
        @DefaultValue("100000") @Min(1) @Max(10_000_000) int maxOpenOrders,
        @DefaultValue("100") @Min(1) @Max(10_000) int maxTrades,
        @DefaultValue("256") @Min(1) @Max(10_000) int maxStreams,
        @DefaultValue("100ms") @DurationMin(millis = 10) @DurationMax(seconds = 10) Duration streamInterval,
        @DefaultValue("250ms") @DurationMin(millis = 50) @DurationMax(seconds = 10) Duration listInterval,
        @DefaultValue("15s") @DurationMin(seconds = 1) @DurationMax(minutes = 5) Duration heartbeat,
        @DefaultValue("200000") @Min(1) @Max(10_000_000) int maxStoredSales,
        @DefaultValue("5s") @DurationMin(millis = 100) @DurationMax(minutes = 1) Duration databaseTimeout) {

    /** The most memory that market data take, by estimate; none when they are off. */
    public DataSize memory() {
        return DataSize.ofBytes(enabled
                ? maxProducts * (ProductMarket.BYTES + (long) maxTrades * Trade.BYTES)
                        + (long) maxOpenOrders * RestingOrder.BYTES
                        + (long) LeftOrders.MAX * LeftOrders.BYTES
                : 0);
    }
}
