package trading.baselines;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.pekko.actor.ActorSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trading.baselines.actors.Actors;
import trading.baselines.actors.EngineActors;
import trading.baselines.market.Engine;
import trading.baselines.market.Market;
import trading.baselines.market.Results;
import trading.baselines.orders.Engines;
import trading.baselines.orders.OrderEntry;
import trading.baselines.pekko.PekkoServer;
import trading.baselines.sales.BlockingSales;
import trading.baselines.sales.ConcurrentSales;
import trading.baselines.sales.SalesWriter;
import trading.baselines.sales.TradeIds;
import trading.baselines.threads.EngineThreads;
import trading.baselines.tomcat.TomcatServer;

/** A running baseline: how the parts of each go together. */
public final class Baseline implements AutoCloseable {

    /** The baselines that run in a JVM. */
    public static final List<String> NAMES = List.of("threads", "pekko", "actors");

    private static final Logger log = LoggerFactory.getLogger(Baseline.class);
    private static final int FIGURES_SECONDS = 5;

    /** What stops first is first. */
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    private final String url;

    private Baseline(String url) {
        this.url = url;
    }

    /**
     * Starts a baseline and returns when it serves.
     *
     * @param name one of {@link #NAMES}
     * @throws IOException if its port is taken
     * @throws SQLException if its database does not answer
     */
    static Baseline start(String name, Settings settings) throws IOException, SQLException {
        Baseline baseline = new Baseline("http://" + settings.host() + ":" + settings.port());
        try {
            switch (name) {
                case "threads" -> baseline.startThreads(settings);
                case "pekko" -> baseline.startPekko(settings);
                case "actors" -> baseline.startActors(settings);
                default -> throw new IllegalArgumentException(name + " (expected: one of " + NAMES + ")");
            }
        } catch (IOException | SQLException | RuntimeException e) {
            baseline.close();
            throw e;
        }
        return baseline;
    }

    /** Tomcat, a thread an engine, JDBC. */
    private void startThreads(Settings settings) throws IOException, SQLException {
        Results results = new Results();
        List<Engine> partitions = engines(settings, results);
        SalesWriter sales = with(new BlockingSales(settings.database(), settings.engines()));
        Engines engines = with(new EngineThreads(partitions, sales, settings.delay()));
        reportOn(engines, results);
        with(TomcatServer.start(settings.host(), settings.port(), new OrderEntry(engines, results)));
    }

    /** Tomcat, an actor an engine, JDBC. */
    private void startActors(Settings settings) throws IOException, SQLException {
        Results results = new Results();
        List<Engine> partitions = engines(settings, results);
        SalesWriter sales = with(new BlockingSales(settings.database(), settings.engines()));
        Engines engines = new EngineActors(startSystem(), partitions, sales, settings.delay());
        reportOn(engines, results);
        with(TomcatServer.start(settings.host(), settings.port(), new OrderEntry(engines, results)));
    }

    /** Pekko HTTP, an actor an engine, the asynchronous driver, all on the threads of the system of actors. */
    private void startPekko(Settings settings) throws IOException, SQLException {
        Results results = new Results();
        List<Engine> partitions = engines(settings, results);
        ActorSystem system = startSystem();
        SalesWriter sales = with(new ConcurrentSales(settings.database(), system.dispatcher()));
        Engines engines = new EngineActors(system, partitions, sales, settings.delay());
        reportOn(engines, results);
        with(PekkoServer.start(system, settings.host(), settings.port(), new OrderEntry(engines, results)));
    }

    /** {@code http://HOST:PORT}. */
    String url() {
        return url;
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            AutoCloseable part = parts.removeFirst();
            try {
                part.close();
            } catch (Exception e) {
                log.warn("{} does not stop well", part, e);
            }
        }
    }

    private static List<Engine> engines(Settings settings, Results results) throws SQLException {
        Map<String, Long> lastTradeIds = TradeIds.read(settings.database());
        return Stream.generate(
                () -> new Engine(new Market(settings.orderTimeout().toMillis(), lastTradeIds), results))
                .limit(settings.engines()).toList();
    }

    private ActorSystem startSystem() {
        ActorSystem system = Actors.start();
        parts.addFirst(() -> Actors.stop(system));
        return system;
    }

    private <T extends AutoCloseable> T with(T part) {
        parts.addFirst(part);
        return part;
    }

    /** Every few seconds forgets old results and logs a line of figures, as the articles' systems did. */
    private void reportOn(Engines engines, Results results) {
        ScheduledExecutorService timer = Executors
                .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("figures").factory());
        parts.addFirst(timer::shutdownNow);
        var _ = timer.scheduleAtFixedRate(() -> {
            results.forgetOld();
            log.info("sales={} expired={} waiting={}", results.sales(), results.expiredOrders(), engines.waiting());
        }, FIGURES_SECONDS, FIGURES_SECONDS, TimeUnit.SECONDS);
    }
}
