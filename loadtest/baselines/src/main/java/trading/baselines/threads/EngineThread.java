package trading.baselines.threads;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trading.baselines.market.Engine;
import trading.baselines.market.Order;
import trading.baselines.orders.Engines;
import trading.baselines.sales.SalesWriter;

/** Trades, writes, sleeps, and begins again. Orders come in between two runs. */
final class EngineThread {

    private static final Logger log = LoggerFactory.getLogger(EngineThread.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private final Engine engine;
    private final SalesWriter writer;
    private final Duration delay;
    private final Thread thread;

    /** What came since the last run. Guarded by itself. */
    private final List<Order> arrived = new ArrayList<>();
    private volatile boolean stopping;

    EngineThread(int number, Engine engine, SalesWriter writer, Duration delay) {
        this.engine = engine;
        this.writer = writer;
        this.delay = delay;
        this.thread = Thread.ofPlatform().name("engine-" + number).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    boolean place(Order order) {
        synchronized (arrived) {
            return arrived.size() < Engines.MAX_WAITING && arrived.add(order);
        }
    }

    int waiting() {
        synchronized (arrived) {
            return arrived.size();
        }
    }

    void stop() {
        stopping = true;
    }

    void awaitEnd() {
        try {
            if (!thread.join(STOP_LIMIT)) {
                log.warn("{} has not ended after {} s", thread.getName(), STOP_LIMIT.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!stopping) {
            synchronized (arrived) {
                arrived.forEach(engine::add);
                arrived.clear();
            }
            write(engine.trade());
            try {
                Thread.sleep(delay);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** What cannot be written is lost, as it was in the articles' systems: these sales have no second copy. */
    private void write(Engine.Run run) {
        try {
            writer.write(run.sales()).toCompletableFuture().join();
            engine.written(run);
        } catch (CompletionException e) {
            log.error("{} sales are lost: {}", run.sales().size(), String.valueOf(e.getCause()));
        }
    }
}
