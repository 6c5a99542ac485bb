package trading.engine;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;
import trading.market.SelfTrades;

/**
 * The engine's own settings; Kafka's are {@code spring.kafka.*}.
 *
 * @param threads stream threads: partitions are shared out over the threads of all engines
 * @param batchInterval how long a batch waits for more commands after its first
 * @param fetchWait how long a broker may let orders gather before an engine gets them: most of what that costs is the same
 *        however many they are
 * @param maxBatchCommands commands that end a batch before its interval
 * @param commitInterval how often results become visible and offsets move on, in one transaction
 * @param orderTimeout an order older than this expires, unless it has a time of its own; not below a second, since 30 without
 *        its unit is 30 ms
 * @param idempotencyWindow for how long the client order id of an order that was filled or closed still names that order
 * @param maxRememberedIds ids made by clients that a partition remembers after their orders were filled or closed, and those of
 *        one batch more; past it, the oldest are forgotten before the window is over
 * @param maxOpenOrders orders that may be open in a partition; those that come then are rejected, since a market that only
 *        grows would take its engine with it
 * @param maxGtcOrders orders good till cancelled that a user may have open in a product; more are rejected, since nothing
 *        but their user ends them
 * @param maxProducts products of a partition that have an open order or were ever sold, which an engine has to know for ever; orders for
 *        further ones are rejected
 * @param selfTradePrevention which order is closed when two of the same user meet; none: they trade
 * @param selfTradePreventionExceptions products with another rule, as {@code apple=close-newer}
 * @param checkpointInterval how often a partition in which something happens, or an order is open, publishes where its market
 *        stands
 * @param expiryInterval how often time alone may close orders of a partition
 * @param standbys engines that keep a copy of each market, ready to take over
 * @param warmUpInterval how often it is looked whether the copies that a new engine makes are good enough to move partitions
 *        to it
 * @param sessionTimeout how long an engine may be silent before its partitions move
 * @param heartbeatInterval how often an engine asks its group whether partitions are to move: a move takes one or two of
 *        these
 * @param transactionTimeout how long a transaction may stay open. That of an engine that died holds its partitions up until
 *        the broker aborts it, so that longer than the session timeout would only be longer
 * @param changelogSegment size at which a changelog becomes eligible for compaction
 * @param startTimeout how long to wait at the start for Kafka and its topics
 * @param stopTimeout how long a stop may take to commit and hand over
 * @param maxClockSetBack by how much the machine's clock may be set back; past it the engine ends, to be started anew
 * @param maxThreadReplacements threads that may die of an error before the engine gives up and stops
 * @param figuresInterval from one line of figures in the log to the next
 * @param meteredProducts products whose sales are told one by one as metrics: few, since each is a series in every engine
 */
@Validated
@ConfigurationProperties("trading.engine")
record EngineProperties(@DefaultValue("1") @Min(1) @Max(64) int threads,
        @DefaultValue("3ms") @DurationMin(millis = 1) @DurationMax(minutes = 1) Duration batchInterval,
        @DefaultValue("20ms") @DurationMin(millis = 0) @DurationMax(seconds = 5) Duration fetchWait,
        @DefaultValue("2000") @Min(1) @Max(100_000) int maxBatchCommands,
        @DefaultValue("100ms") @DurationMin(millis = 1) @DurationMax(minutes = 1) Duration commitInterval,
        @DefaultValue("60s") @DurationMin(seconds = 1) @DurationMax(days = 365) Duration orderTimeout,
        @DefaultValue("10m") @DurationMin(millis = 0) @DurationMax(days = 7) Duration idempotencyWindow,
        @DefaultValue("50000") @Min(0) @Max(10_000_000) int maxRememberedIds,
        @DefaultValue("10000") @Min(1) @Max(10_000_000) int maxOpenOrders,
        @DefaultValue("100") @Min(1) @Max(10_000_000) int maxGtcOrders,
        @DefaultValue("1000") @Min(1) @Max(10_000_000) int maxProducts,
        @DefaultValue("none") SelfTrades.Rule selfTradePrevention,
        @DefaultValue @Size(max = 100) List<@Pattern(regexp = SelfTradePrevention.EXCEPTION) String> selfTradePreventionExceptions,
        @DefaultValue("5m") @DurationMin(seconds = 1) @DurationMax(days = 1) Duration checkpointInterval,
        @DefaultValue("250ms") @DurationMin(millis = 1) @DurationMax(minutes = 1) Duration expiryInterval,
        @DefaultValue("1") @Min(0) @Max(3) int standbys,
        @DefaultValue("5s") @DurationMin(seconds = 1) @DurationMax(hours = 1) Duration warmUpInterval,
        @DefaultValue("6s") @DurationMin(seconds = 1) @DurationMax(minutes = 5) Duration sessionTimeout,
        @DefaultValue("500ms") @DurationMin(millis = 100) @DurationMax(minutes = 1) Duration heartbeatInterval,
        @DefaultValue("6s") @DurationMin(seconds = 1) @DurationMax(minutes = 15) Duration transactionTimeout,
        @DefaultValue("4MB") DataSize changelogSegment,
        @DefaultValue("60s") @DurationMin(seconds = 1) @DurationMax(hours = 1) Duration startTimeout,
        @DefaultValue("20s") @DurationMin(seconds = 1) @DurationMax(minutes = 10) Duration stopTimeout,
        @DefaultValue("2s") @DurationMin(millis = 100) @DurationMax(hours = 1) Duration maxClockSetBack,
        @DefaultValue("10") @Min(0) @Max(1_000_000) int maxThreadReplacements,
        @DefaultValue("5s") @DurationMin(millis = 100) @DurationMax(hours = 1) Duration figuresInterval,
        @DefaultValue @Size(max = 20) List<@Pattern(regexp = "[A-Za-z0-9._-]{1,32}") String> meteredProducts) {}
