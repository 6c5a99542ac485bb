package trading.persister;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What can be set about the persister, all under {@code trading.persister}.
 *
 * @param concurrency consumer threads of this process, each with a database connection of its own: with two, one reads and
 *        publishes while the other waits for the database. Few write larger statements, which cost less; more help where the
 *        database takes long to commit
 * @param statementRows rows of one statement at most
 * @param loadFromRows rows of one statement from which on the database reads them from a file, which costs it less, but is four
 *        statements instead of one; 0: never
 * @param loadFolder for these files, which stay there; made if it is not there. Empty: a new one among the machine's temporary files,
 *        which is deleted in the end
 * @param maxLead how much later the sales that have been read of a partition may be than those of another that has more, before
 *        it waits for that one
 * @param maxHold how long it waits while nothing comes
 * @param connectTimeout how long a new database connection may take
 * @param statementTimeout how long a statement may take; it is tried again later on another connection
 * @param publishTimeout how long Kafka may take to acknowledge results; they are published again later
 * @param retryDelay pause after the first failure of a database or broker; every further one doubles it
 * @param maxRetryDelay the longest such pause
 * @param maxClockSetBack by how much the machine's clock may be set back; past it the persister ends, to be started anew
 * @param startTimeout how long to wait at the start for Kafka and its topics
 * @param figuresInterval from one line of figures in the log to the next
 */
@Validated
@ConfigurationProperties("trading.persister")
record PersisterProperties(@DefaultValue("2") @Min(1) @Max(48) int concurrency,
        @DefaultValue("1000") @Min(1) @Max(5000) int statementRows,
        @DefaultValue("300") @Min(0) @Max(5000) int loadFromRows,
        @DefaultValue("") @NotNull String loadFolder,
        @DefaultValue("1s") @NotNull @DurationMin(millis = 1) Duration maxLead,
        @DefaultValue("500ms") @NotNull @DurationMin(millis = 1) Duration maxHold,
        @DefaultValue("5s") @NotNull @DurationMin(millis = 1) Duration connectTimeout,
        @DefaultValue("20s") @NotNull @DurationMin(millis = 1) Duration statementTimeout,
        @DefaultValue("40s") @NotNull @DurationMin(millis = 1) Duration publishTimeout,
        @DefaultValue("100ms") @NotNull @DurationMin(millis = 1) Duration retryDelay,
        @DefaultValue("5s") @NotNull @DurationMin(millis = 1) Duration maxRetryDelay,
        @DefaultValue("2s") @NotNull @DurationMin(millis = 100) @DurationMax(hours = 1) Duration maxClockSetBack,
        @DefaultValue("60s") @NotNull @DurationMin(seconds = 1) Duration startTimeout,
        @DefaultValue("5s") @NotNull @DurationMin(millis = 100) Duration figuresInterval) {}
