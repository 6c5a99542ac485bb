package trading.baselines.actors;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import trading.baselines.market.Engine;
import trading.baselines.market.Order;
import trading.baselines.orders.Engines;
import trading.baselines.sales.SalesWriter;

/** Engines that are an actor each. They end with their system. */
public final class EngineActors implements Engines {

    private final List<ActorRef> actors;

    /** Orders in each actor's mailbox. */
    private final AtomicIntegerArray waiting;

    /** Starts an actor for each engine. */
    public EngineActors(ActorSystem system, List<Engine> engines, SalesWriter sales, Duration delay) {
        waiting = new AtomicIntegerArray(engines.size());
        actors = IntStream.range(0, engines.size())
                .mapToObj(index -> system.actorOf(EngineActor.props(engines.get(index), sales, delay,
                        () -> waiting.decrementAndGet(index)), "engine-" + (index + 1)))
                .toList();
    }

    @Override
    public boolean place(Order order) {
        int index = Engine.partition(order.productId(), actors.size());
        if (waiting.getAndIncrement(index) >= MAX_WAITING) {
            waiting.decrementAndGet(index);
            return false;
        }
        actors.get(index).tell(order, ActorRef.noSender());
        return true;
    }

    @Override
    public int waiting() {
        return IntStream.range(0, waiting.length()).map(waiting::get).sum();
    }

    @Override
    public void close() {
        // An actor's state goes with its system, and so does the actor.
    }
}
