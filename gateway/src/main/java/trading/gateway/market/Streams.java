package trading.gateway.market;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.json.JsonMapper;
import trading.gateway.GatewayProperties;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;

/** The streams of market data that are open, so many at once, and the feeds they tell of. Safe for use by any thread. */
@Component
@WhenMarketDataIsOn
final class Streams {

    /** Instead of a product, whose id is never empty. */
    private static final String ALL = "";

    private final Markets markets;
    private final PipelineState pipeline;
    private final MarketProperties properties;
    private final JsonMapper json;
    private final Duration retryAfter;
    private final Counter refused;
    private final Counter resent;
    private final Sinks.Empty<Void> closing = Sinks.empty();
    private final Map<String, Shared> feeds = new HashMap<>();
    private int open;

    /** A feed, and how many streams tell of it. */
    private static final class Shared {
        private final Feed feed;
        private int streams;

        private Shared(Feed feed) {
            this.feed = feed;
        }
    }

    Streams(Markets markets, PipelineState pipeline, MarketProperties properties, GatewayProperties gateway,
            JsonMapper json, MeterRegistry meters) {
        this.markets = markets;
        this.pipeline = pipeline;
        this.properties = properties;
        this.json = json;
        this.retryAfter = gateway.retryAfter();
        Gauge.builder("trading.market.streams", this, Streams::open).description("Streams of market data that are open")
                .register(meters);
        this.refused = Counter.builder("trading.market.streams.refused")
                .description("Streams of market data that were one too many").register(meters);
        this.resent = Counter.builder("trading.market.streams.resent")
                .description("Snapshots for streams whose clients were too slow for changes").register(meters);
    }

    /** A product's snapshot, and then what changes, for as long as the client listens and this gateway runs. */
    Flux<ServerSentEvent<String>> open(TickerJson product) {
        return open(product.productId(), () -> new ProductFeed(product, source(product.productId()), json,
                properties.streamInterval().toNanos()), properties.streamInterval());
    }

    /** The same of all products and of the pipeline. */
    Flux<ServerSentEvent<String>> openAll() {
        return open(ALL, () -> new MarketsFeed(markets, pipeline, json, properties.listInterval().toNanos()),
                properties.listInterval());
    }

    private Flux<ServerSentEvent<String>> open(String which, Supplier<Feed> made, Duration interval) {
        return Flux.defer(() -> {
            ClientStream stream = new ClientStream(take(which, made), properties.heartbeat().toNanos(), resent);
            return Flux.interval(Duration.ZERO, interval).onBackpressureDrop()
                    .concatMapIterable(_ -> stream.next(System.currentTimeMillis()), 1)
                    .takeUntilOther(closing.asMono())
                    .doFinally(_ -> give(which));
        });
    }

    private synchronized Feed take(String which, Supplier<Feed> made) {
        if (open == properties.maxStreams()) {
            refused.increment();
            throw new ProblemException(
                    Problem.tooManyRequests("streams of market data", properties.maxStreams(), retryAfter));
        }
        Shared shared = feeds.computeIfAbsent(which, _ -> new Shared(made.get()));
        shared.streams++;
        open++;
        return shared.feed;
    }

    private ProductFeed.Source source(String productId) {
        return new ProductFeed.Source() {
            @Override
            public <T> @Nullable T ask(Function<ProductMarket, T> question) {
                return markets.ask(productId, question);
            }
        };
    }

    private synchronized void give(String which) {
        open--;
        Shared shared = feeds.get(which);
        if (shared != null && --shared.streams == 0) {
            feeds.remove(which);
        }
    }

    private synchronized int open() {
        return open;
    }

    /** A gateway that stops waits for what is under way: a stream would never end. */
    @EventListener(ContextClosedEvent.class)
    void close() {
        var _ = closing.tryEmitEmpty();
    }
}
