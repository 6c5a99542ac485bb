package trading.gateway;

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
 * The limits of a gateway.
 *
 * @param ackTimeout how long Kafka may take to acknowledge an order before its outcome is reported as unknown
 * @param maxAckWait orders that would wait longer than this for that are refused
 * @param maxInFlightBytes orders that Kafka has not acknowledged yet, keys and values with what a record adds; more are
 *        refused. Stays below the producer's {@code buffer.memory}
 * @param maxBacklog orders that would wait longer than this for the engine of their partition are refused
 * @param maxUnpersistedBacklog orders of a partition whose sales would wait longer than this for the database are refused
 * @param backlogInterval how often the progress of engines and persisters is read
 * @param retryAfter what a refused client is told to wait
 * @param maxConnections open connections; another one is closed at once
 * @param maxRequests requests under way; another one is refused
 * @param maxStreams streams of orders among them
 * @param maxBodySize the largest body of one order
 * @param maxLineSize the longest line of a stream of orders
 * @param maxChunksInFlight pieces of one stream of orders that wait for Kafka at once; further ones are not read
 * @param stallTimeout how long a client with a stream of orders or market data may take nothing of what is written to it, or any
 *        client leave much of its answer unread, before its connection is closed
 * @param warmUp how far back results are read at the start; what came before is read from the database
 * @param warmUpTimeout a gateway that could not reach Kafka and read those results within this time gives up
 * @param resultsCacheSize memory for results, by estimate; older ones are read from the database
 * @param resultsFromDatabaseAfter how old an order is before the database is asked for a result that this gateway should have heard of
 * @param resultsTimeout how long the database may take for a result, or for a page of orders or sales
 * @param idempotencyWindow for how long an order is compared with the first one under its client order id; the engine's
 *        own window is what keeps repeats from trading
 * @param idempotencyCache memory for those first orders, by estimate; the newest are kept
 * @param pendingOrders the newest orders that this gateway sent, known before an engine tells of them
 * @param drain for how long a gateway that is being stopped serves on, ending each connection with its next answer
 * @param figuresInterval how often a line of figures is logged
 * @param apiDocs whether the description of the API is served, at {@code /openapi.json} and {@code /swagger-ui}
 * @param getApi whether the articles' calls are served: {@code /buy}, {@code /sell} and {@code /result}
 * @param ordersPerSecond orders and cancels that a user may send in a second, for long; 0 for any number
 * @param orderBurst how many of them at once, when they were saved up; 0 for those of a second
 * @param maxLimitedUsers users whose orders are counted; past it, whoever sent nothing for longest begins anew
 * @param doneOrders whether orders of a user that are done are listed, for which the database needs indexes by user
 */
@Validated
@ConfigurationProperties("trading.gateway")
public record GatewayProperties(@DefaultValue("10s") @DurationMin(millis = 200) Duration ackTimeout,
        @DefaultValue("2s") @DurationMin(millis = 200) Duration maxAckWait,
        @DefaultValue("32MB") DataSize maxInFlightBytes,
        @DefaultValue("5s") @DurationMin(millis = 100) Duration maxBacklog,
        @DefaultValue("60s") @DurationMin(millis = 100) Duration maxUnpersistedBacklog,
        @DefaultValue("500ms") @DurationMin(millis = 10) Duration backlogInterval,
        @DefaultValue("1s") @DurationMin(seconds = 1) @DurationMax(hours = 1) Duration retryAfter,
        @DefaultValue("4096") @Min(1) int maxConnections, @DefaultValue("1024") @Min(1) int maxRequests,
        @DefaultValue("256") @Min(1) int maxStreams, @DefaultValue("16KB") DataSize maxBodySize,
        @DefaultValue("4KB") DataSize maxLineSize,
        @DefaultValue("16") @Min(1) @Max(1024) int maxChunksInFlight,
        @DefaultValue("60s") @DurationMin(millis = 100) @DurationMax(hours = 1) Duration stallTimeout,
        @DefaultValue("2m") @DurationMin(seconds = 0) Duration warmUp,
        @DefaultValue("60s") @DurationMin(seconds = 1) Duration warmUpTimeout,
        @DefaultValue("48MB") DataSize resultsCacheSize,
        @DefaultValue("10s") @DurationMin(millis = 0) @DurationMax(minutes = 10) Duration resultsFromDatabaseAfter,
        @DefaultValue("5s") @DurationMin(millis = 100) @DurationMax(minutes = 1) Duration resultsTimeout,
        @DefaultValue("10m") @DurationMin(seconds = 1) @DurationMax(days = 7) Duration idempotencyWindow,
        @DefaultValue("16MB") DataSize idempotencyCache,
        @DefaultValue("32768") @Min(0) @Max(1_048_576) int pendingOrders,
        @DefaultValue("1s") @DurationMin(millis = 0) @DurationMax(minutes = 1) Duration drain,
        @DefaultValue("5s") @DurationMin(millis = 100) Duration figuresInterval,
        @DefaultValue("true") boolean apiDocs, @DefaultValue("true") boolean getApi,
        @DefaultValue("0") @Min(0) int ordersPerSecond, @DefaultValue("0") @Min(0) int orderBurst,
        @DefaultValue("10000") @Min(1) int maxLimitedUsers,
        @DefaultValue("false") boolean doneOrders) {}
