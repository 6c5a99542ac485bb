package trading.gateway.market;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import trading.gateway.GatewayProperties;
import trading.gateway.RequestProperties;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.gateway.requests.ConnectionThread;
import trading.gateway.requests.HeadRequests;
import trading.gateway.requests.ProductIds;
import trading.gateway.requests.QueryParameters;
import trading.gateway.requests.StalledClients;
import trading.gateway.requests.Unbuffered;
import trading.gateway.security.Callers;

/** Where market data are read: from memory, and what is older from the database. */
@RestController
@WhenMarketDataIsOn
final class MarketController {

    private final Callers callers;
    private final Markets markets;
    private final MarketListener listener;
    private final StoredSales stored;
    private final Streams streams;
    private final GatewayProperties properties;
    private final RequestProperties requests;

    MarketController(Callers callers, Markets markets, MarketListener listener, StoredSales stored, Streams streams,
            GatewayProperties properties, RequestProperties requests) {
        this.callers = callers;
        this.markets = markets;
        this.listener = listener;
        this.stored = stored;
        this.streams = streams;
        this.properties = properties;
        this.requests = requests;
    }

    /** Tickers of products, by id, and where the next page is. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ProductsJson(List<TickerJson> products, @Nullable String next) {}

    /** Trades, newest first, and where older ones are. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record TradesJson(List<TradeJson> trades, @Nullable String next) {}

    /**
     * Candles with at least one sale, oldest first.
     *
     * @param lastTradeId the product's newest sale when they were made, 0 before the first one: they lack what was sold later
     */
    record CandlesJson(List<CandleJson> candles, long lastTradeId) {}

    /** The best prices of both sides. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record BookJson(List<DepthLevel> bids, List<DepthLevel> asks, @Nullable Boolean incomplete) {}

    /** All products that are traded or ever were, page by page. */
    @MarketApi.Products
    @GetMapping(path = "/products", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ProductsJson> products(ServerWebExchange exchange) {
        MarketQuery.Products query = MarketQuery.Products.of(exchange.getRequest());
        requireCaughtUp();
        return stored.lastOfProducts(query.after(), query.limit() + 1).map(known -> {
            long nowMillis = System.currentTimeMillis();
            TreeMap<String, TickerJson> tickers = new TreeMap<>();
            known.forEach(sale -> {
                markets.lastKnown(sale.productId(), sale.trade());
                tickers.put(sale.productId(), TickerJson.of(sale.productId(), sale.trade(),
                        markets.isComplete(sale.productId())));
            });
            tickers.putAll(markets.askBehind(query.after(), query.limit() + 1,
                    product -> TickerJson.of(product, nowMillis)));
            List<TickerJson> page = tickers.values().stream().limit(query.limit()).toList();
            return new ProductsJson(page, tickers.size() <= query.limit()
                    ? null
                    : "/products?after=" + page.getLast().productId() + "&limit=" + query.limit());
        });
    }

    /** Last price, best prices and figures. */
    @MarketApi.Ticker
    @GetMapping(path = "/products/{id}/ticker", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<TickerJson> ticker(@PathVariable String id, ServerWebExchange exchange) {
        QueryParameters.of(exchange.getRequest());
        return ask(id, product -> TickerJson.of(product, System.currentTimeMillis()));
    }

    /** The best prices of the book. */
    @MarketApi.Book
    @GetMapping(path = "/products/{id}/book", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<BookJson> book(@PathVariable String id, ServerWebExchange exchange) {
        int depth = MarketQuery.depth(exchange.getRequest());
        return ask(id, product -> new BookJson(product.book().bids(depth), product.book().asks(depth),
                product.isComplete() ? null : true));
    }

    /** Trades, newest first. */
    @MarketApi.Trades
    @GetMapping(path = "/products/{id}/trades", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<TradesJson> trades(@PathVariable String id, ServerWebExchange exchange) {
        MarketQuery.Trades query = MarketQuery.Trades.of(exchange.getRequest());
        return ask(id, product -> new NewestTrades(product.tradesBefore(query.before(), query.limit()),
                product.lastTradeId())).flatMap(newest -> withOlder(id, query, newest)).map(trades -> {
                    long oldest = trades.isEmpty() ? 1 : trades.getLast().tradeId();
                    return new TradesJson(TradeJson.of(trades), oldest == 1
                            ? null
                            : "/products/" + id + "/trades?before=" + oldest + "&limit=" + query.limit());
                });
    }

    /** What memory has of the trades that were asked for, and the last one of all. */
    private record NewestTrades(List<Trade> trades, long lastTradeId) {}

    private Mono<List<Trade>> withOlder(String id, MarketQuery.Trades query, NewestTrades known) {
        List<Trade> newest = known.trades();
        long before = newest.isEmpty() ? query.before() : newest.getLast().tradeId();
        if (newest.size() == query.limit() || before == 1) {
            return Mono.just(newest);
        }
        return stored.before(id, before, query.limit() - newest.size()).map(older -> {
            boolean isNext = !older.isEmpty() && older.getFirst().tradeId() == before - 1;
            if (before <= known.lastTradeId() && !isNext) {
                throw new ProblemException(Problem.marketDataUnavailable(
                        "Sales before " + before + " are not in the database yet", properties.retryAfter()));
            }
            List<Trade> all = new ArrayList<>(newest);
            all.addAll(older);
            return all;
        });
    }

    /** Candles with at least one sale, oldest first. */
    @MarketApi.Candles
    @GetMapping(path = "/products/{id}/candles", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<CandlesJson> candles(@PathVariable String id, ServerWebExchange exchange) {
        MarketQuery.Candles query = MarketQuery.Candles.of(exchange.getRequest(), System.currentTimeMillis());
        Interval interval = query.interval();
        return ask(id, product -> {
            CandleSeries series = product.series(interval);
            long inMemoryFrom = series.wholeFromMillis() == Long.MIN_VALUE
                    ? query.fromMillis()
                    : Math.clamp(interval.ceiling(series.wholeFromMillis()), query.fromMillis(), query.toMillis());
            long newest = product.newestInCandles();
            return new Recent(inMemoryFrom, series.candles(interval, inMemoryFrom, query.toMillis()).stream()
                    .map(CandleJson::of).toList(), newest, newest - series.since(inMemoryFrom).sales());
        }).flatMap(recent -> recent.fromMillis() == query.fromMillis()
                ? Mono.just(new CandlesJson(recent.candles(), recent.lastTradeId()))
                : stored.candles(id, interval, query.fromMillis(), recent.fromMillis())
                        .map(older -> withOlder(recent, older)));
    }

    /**
     * What memory has of the candles that were asked for, all from a moment on.
     *
     * @param lastBefore the last sale before that moment
     */
    private record Recent(long fromMillis, List<CandleJson> candles, long lastTradeId, long lastBefore) {}

    private CandlesJson withOlder(Recent recent, StoredSales.StoredCandles older) {
        boolean lacksSales = older.lastTradeId() < recent.lastBefore() && older.lastMillis() < recent.fromMillis();
        if (!lacksSales) {
            List<CandleJson> all = new ArrayList<>(older.candles());
            all.addAll(recent.candles());
            return new CandlesJson(all, recent.lastTradeId());
        }
        if (recent.candles().isEmpty()) {
            return new CandlesJson(older.candles(), older.lastTradeId());
        }
        throw new ProblemException(Problem.marketDataUnavailable(
                "Sales up to " + recent.lastBefore() + " are not in the database yet", properties.retryAfter()));
    }

    /** All products and the pipeline: a snapshot, and then what changes. */
    @MarketApi.Markets
    @GetMapping(path = "/market/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<ServerSentEvent<String>> streamAll(ServerWebExchange exchange) {
        HeadRequests.refuse(exchange);
        QueryParameters.of(exchange.getRequest());
        requireCaughtUp();
        return told(callers.of(exchange).whileAllowed(streams.openAll()), exchange);
    }

    /** A snapshot, and then what changes. */
    @MarketApi.Stream
    @GetMapping(path = "/products/{id}/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<ServerSentEvent<String>> stream(@PathVariable String id, ServerWebExchange exchange) {
        HeadRequests.refuse(exchange);
        QueryParameters.of(exchange.getRequest());
        Mono<TickerJson> product = ask(id, known -> TickerJson.of(known, System.currentTimeMillis()));
        return told(callers.of(exchange).whileAllowed(product.flatMapMany(streams::open)), exchange);
    }

    private <T> Flux<T> told(Flux<T> stream, ServerWebExchange exchange) {
        Unbuffered.ask(exchange.getResponse());
        return stream.publishOn(ConnectionThread.of(exchange), 1)
                .doOnSubscribe(_ -> StalledClients.close(exchange.getResponse(), requests.stallTimeout()));
    }

    /** What is to be known of a product; one that memory lacks, or its last sale, is looked for in the database. */
    private <T> Mono<T> ask(String id, Function<ProductMarket, T> question) {
        String productId = ProductIds.of("id", id);
        requireCaughtUp();
        T answer = markets.ask(productId, product -> product.isLastKnown() ? question.apply(product) : null);
        if (answer != null) {
            return Mono.just(answer);
        }
        return stored.before(productId, Long.MAX_VALUE, 1).map(newest -> newest.isEmpty()
                ? neverSold(productId, question)
                : markets.adopt(productId, newest.getFirst(), question))
                .onErrorResume(
                        away -> Mono.justOrEmpty(markets.ask(productId, question)).switchIfEmpty(Mono.error(away)));
    }

    private <T> T neverSold(String productId, Function<ProductMarket, T> question) {
        T answer = markets.ask(productId, product -> {
            product.neverSold();
            return question.apply(product);
        });
        if (answer == null) {
            throw new ProblemException(Problem.unknownProduct(productId));
        }
        return answer;
    }

    private void requireCaughtUp() {
        if (!listener.isCaughtUp()) {
            throw new ProblemException(Problem.marketDataUnavailable(
                    "This gateway is still reading the sales of the last day", properties.retryAfter()));
        }
    }
}
