package trading.gateway;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * How results are read and kept, and what else of orders is read from the database.
 *
 * @param warmUp how far back results are read at the start; what came before is read from the database
 * @param warmUpTimeout a gateway that could not reach Kafka and read those results within this time gives up
 * @param resultsCacheSize memory for results, by estimate; older ones are read from the database
 * @param resultsFromDatabaseAfter how old an order is before the database is asked for a result that this gateway should have heard of
 * @param resultsTimeout how long the database may take for a result, or for a page of orders or sales
 * @param doneOrders whether orders of a user that are done are listed, for which the database needs indexes by user
 */
@Validated
@ConfigurationProperties("trading.gateway")
public record ResultProperties(@DefaultValue("2m") @DurationMin(seconds = 0) Duration warmUp,
        @DefaultValue("60s") @DurationMin(seconds = 1) Duration warmUpTimeout,
        @DefaultValue("48MB") DataSize resultsCacheSize,
        @DefaultValue("10s") @DurationMin(millis = 0) @DurationMax(minutes = 10) Duration resultsFromDatabaseAfter,
        @DefaultValue("5s") @DurationMin(millis = 100) @DurationMax(minutes = 1) Duration resultsTimeout,
        @DefaultValue("false") boolean doneOrders) {}
