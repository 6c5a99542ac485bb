package trading.baselines.threads;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import trading.baselines.market.Engine;
import trading.baselines.market.Order;
import trading.baselines.orders.Engines;
import trading.baselines.sales.SalesWriter;

/** Engines that have a thread each. */
public final class EngineThreads implements Engines {

    private final List<EngineThread> threads;

    /** Starts a thread for each engine. */
    public EngineThreads(List<Engine> engines, SalesWriter sales, Duration delay) {
        threads = IntStream.range(0, engines.size())
                .mapToObj(index -> new EngineThread(index + 1, engines.get(index), sales, delay)).toList();
        threads.forEach(EngineThread::start);
    }

    @Override
    public boolean place(Order order) {
        return threads.get(Engine.partition(order.productId(), threads.size())).place(order);
    }

    @Override
    public int waiting() {
        return threads.stream().mapToInt(EngineThread::waiting).sum();
    }

    @Override
    public void close() {
        threads.forEach(EngineThread::stop);
        threads.forEach(EngineThread::awaitEnd);
    }
}
