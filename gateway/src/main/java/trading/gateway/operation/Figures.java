package trading.gateway.operation;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import trading.gateway.GatewayProperties;
import trading.gateway.orders.Backlog;
import trading.gateway.orders.OrderFigures;
import trading.gateway.orders.OrderPublisher;
import trading.gateway.results.Results;

/** Logs a line of figures every few seconds. */
@Component
final class Figures implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Figures.class);

    private final OrderFigures orders;
    private final OrderPublisher publisher;
    private final Backlog backlog;
    private final Results results;
    private final ScheduledExecutorService clock = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("figures").daemon().factory());

    private long lastNanos = System.nanoTime();
    private long lastAccepted;
    private long lastSales;

    Figures(OrderFigures orders, OrderPublisher publisher, Backlog backlog, Results results,
            GatewayProperties properties) {
        this.orders = orders;
        this.publisher = publisher;
        this.backlog = backlog;
        this.results = results;
        long intervalMillis = properties.figuresInterval().toMillis();
        var _ = clock.scheduleAtFixedRate(this::log, intervalMillis, intervalMillis, MILLISECONDS);
    }

    private void log() {
        long nowNanos = System.nanoTime();
        double seconds = (nowNanos - lastNanos) / 1e9;
        long accepted = orders.accepted();
        long sales = results.sales();
        log.info(String.format(Locale.ROOT,
                "orders/s %.0f, accepted %d, refused %d, unknown %d, in flight %d KB, engines behind %.1f s, persisters %.1f s, "
                        + "sales/s %.0f, results cached %d in %d MB",
                (accepted - lastAccepted) / seconds, accepted, orders.refused(), orders.unknown(),
                publisher.inFlightBytes() / 1024, backlog.engines().toMillis() / 1e3,
                backlog.persisters().toMillis() / 1e3, (sales - lastSales) / seconds,
                results.size(), results.bytes() >> 20));
        lastNanos = nowNanos;
        lastAccepted = accepted;
        lastSales = sales;
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
