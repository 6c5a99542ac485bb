package trading.baselines.actors;

import com.typesafe.config.ConfigFactory;
import org.apache.pekko.actor.ActorSystem;

/** A system of actors with one pool of threads, its execution context. */
public final class Actors {

    // With the default tick, a delay of 3 ms would take 10 and more. Who starts the system stops it, not a hook of its own.
    private static final String SETTINGS = """
            pekko {
              scheduler.tick-duration = 1 ms
              loggers = ["org.apache.pekko.event.slf4j.Slf4jLogger"]
              logging-filter = "org.apache.pekko.event.slf4j.Slf4jLoggingFilter"
              loglevel = "WARNING"
              coordinated-shutdown.run-by-jvm-shutdown-hook = off
              jvm-shutdown-hooks = off
            }
            """;

    private Actors() {}

    /** Starts one. */
    public static ActorSystem start() {
        return ActorSystem.create("baseline", ConfigFactory.parseString(SETTINGS).withFallback(ConfigFactory.load()));
    }

    /** Stops one with all its actors, and waits. */
    public static void stop(ActorSystem system) {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }
}
