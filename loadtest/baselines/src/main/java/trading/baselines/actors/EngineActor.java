package trading.baselines.actors;

import java.time.Duration;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trading.baselines.market.Engine;
import trading.baselines.market.Order;
import trading.baselines.sales.SalesWriter;

/**
 * Trades when it is told to, has the sales written, and once they are, tells itself to trade again a little later. Orders
 * enter the market whenever they come.
 */
final class EngineActor extends AbstractActor {

    private static final Logger log = LoggerFactory.getLogger(EngineActor.class);

    private final Engine engine;
    private final SalesWriter writer;
    private final Duration delay;
    private final Runnable taken;

    /** The message that begins a run. */
    private enum Trade { NOW }

    /** The message that ends a run. */
    private record Written(Engine.Run run, @Nullable Throwable failure) {}

    /** Made by {@link #props} only. */
    private EngineActor(Engine engine, SalesWriter writer, Duration delay, Runnable taken) {
        this.engine = engine;
        this.writer = writer;
        this.delay = delay;
        this.taken = taken;
    }

    /** @param taken is called for every order that enters the market */
    static Props props(Engine engine, SalesWriter writer, Duration delay, Runnable taken) {
        return Props.create(EngineActor.class, () -> new EngineActor(engine, writer, delay, taken));
    }

    @Override
    public void preStart() {
        getSelf().tell(Trade.NOW, getSelf());
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder().match(Order.class, this::add).match(Trade.class, now -> trade())
                .match(Written.class, this::written).build();
    }

    private void add(Order order) {
        taken.run();
        engine.add(order);
    }

    private void trade() {
        Engine.Run run = engine.trade();
        ActorRef self = getSelf();
        writer.write(run.sales()).whenComplete((done, failure) -> self.tell(new Written(run, failure), self));
    }

    /** What cannot be written is lost, as it was in the articles' systems: these sales have no second copy. */
    private void written(Written written) {
        if (written.failure == null) {
            engine.written(written.run);
        } else {
            log.error("{} sales are lost: {}", written.run.sales().size(), written.failure.toString());
        }
        runLater();
    }

    private void runLater() {
        getContext().getSystem().scheduler().scheduleOnce(delay, getSelf(), Trade.NOW, getContext().getDispatcher(),
                getSelf());
    }
}
