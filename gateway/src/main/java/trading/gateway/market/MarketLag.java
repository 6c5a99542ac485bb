package trading.gateway.market;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.kafka.clients.consumer.Consumer;

/** How far market data are behind the sales topic, as metrics. The reading thread tells; any thread may ask. */
final class MarketLag {

    private volatile long newestBatchMillis;
    private volatile long records;

    MarketLag(MeterRegistry meters) {
        Gauge.builder("trading.market.lag.records", this, lag -> lag.records)
                .description("Records of the sales topic that are still to be read").register(meters);
        Gauge.builder("trading.market.lag.seconds", this, MarketLag::seconds)
                .description("How old the newest batch is that was read, while others wait").register(meters);
    }

    private double seconds() {
        return records == 0 || newestBatchMillis == 0
                ? 0
                : Math.max(0, System.currentTimeMillis() - newestBatchMillis) / 1e3;
    }

    /** The batch of this moment, in epoch milliseconds, was read. */
    void read(long batchMillis) {
        newestBatchMillis = batchMillis;
    }

    /** Looks how many records are still to be read. */
    void look(Consumer<?, ?> consumer) {
        records = consumer.assignment().stream().mapToLong(each -> consumer.currentLag(each).orElse(0)).sum();
    }
}
