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
 * The limits of orders on their way to Kafka, and of what is remembered of them.
 *
 * @param ackTimeout how long Kafka may take to acknowledge an order before its outcome is reported as unknown
 * @param maxAckWait orders that would wait longer than this for that are refused
 * @param maxInFlightBytes orders that Kafka has not acknowledged yet, keys and values with what a record adds; more are
 *        refused. Stays below the producer's {@code buffer.memory}
 * @param maxBacklog orders that would wait longer than this for the engine of their partition are refused
 * @param maxUnpersistedBacklog orders of a partition whose sales would wait longer than this for the database are refused
 * @param backlogInterval how often the progress of engines and persisters is read
 * @param ordersPerSecond orders and cancels that a user may send in a second, for long; 0 for any number
 * @param orderBurst how many of them at once, when they were saved up; 0 for those of a second
 * @param maxLimitedUsers users whose orders are counted; past it, whoever sent nothing for longest begins anew
 * @param idempotencyWindow for how long an order is compared with the first one under its client order id; the engine's
 *        own window is what keeps repeats from trading
 * @param idempotencyCache memory for those first orders, by estimate; the newest are kept
 * @param pendingOrders the newest orders that this gateway sent, known before an engine tells of them
 */
@Validated
@ConfigurationProperties("trading.gateway")
public record OrderProperties(@DefaultValue("10s") @DurationMin(millis = 200) Duration ackTimeout,
        @DefaultValue("2s") @DurationMin(millis = 200) Duration maxAckWait,
        @DefaultValue("32MB") DataSize maxInFlightBytes,
        @DefaultValue("5s") @DurationMin(millis = 100) Duration maxBacklog,
        @DefaultValue("60s") @DurationMin(millis = 100) Duration maxUnpersistedBacklog,
        @DefaultValue("500ms") @DurationMin(millis = 10) Duration backlogInterval,
        @DefaultValue("0") @Min(0) int ordersPerSecond,
        @DefaultValue("0") @Min(0) int orderBurst,
        @DefaultValue("10000") @Min(1) @Max(1_000_000) int maxLimitedUsers,
        @DefaultValue("10m") @DurationMin(seconds = 1) @DurationMax(days = 7) Duration idempotencyWindow,
        @DefaultValue("16MB") DataSize idempotencyCache,
        @DefaultValue("32768") @Min(0) @Max(1_048_576) int pendingOrders) {}
