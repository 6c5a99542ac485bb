package trading.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Many clients who come to a gateway that has much to do. */
class ITGatewayConnections {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int CLIENTS = 24;

    /** Event loops that never run out of tasks come round now and then: where they accept one client at a time, it is seen. */
    @Test
    void acceptsAtOnceAllWhoWait() throws Exception {
        CountDownLatch allHaveCome = new CountDownLatch(1);
        AtomicBoolean goesOn = new AtomicBoolean(true);
        List<Socket> clients = new ArrayList<>();
        try (RunningGateway gateway = RunningGateway.start()) {
            Gauge connections = gateway.bean(MeterRegistry.class).get("trading.connections").gauge();
            Set<Double> seen = new HashSet<>();
            try {
                for (EventExecutor eventLoop : gateway.holdEventLoops(allHaveCome)) {
                    eventLoop.execute(new Busy(eventLoop, goesOn));
                }
                for (int i = 0; i < CLIENTS; i++) {
                    clients.add(new Socket(InetAddress.getLoopbackAddress(), gateway.port()));
                }
                allHaveCome.countDown();
                await().atMost(SOON).pollInterval(Duration.ofMillis(20)).until(() -> {
                    seen.add(connections.value());
                    return seen.contains((double) CLIENTS);
                });
                assertThat(seen).as("connections, seen one after the other").hasSizeLessThan(CLIENTS / 2);
            } finally {
                goesOn.set(false);
                allHaveCome.countDown();
                for (Socket client : clients) {
                    client.close();
                }
            }
        }
    }

    /** Has always something to do for an event loop. */
    private record Busy(EventExecutor eventLoop, AtomicBoolean goesOn) implements Runnable {

        @Override
        public void run() {
            if (goesOn.get()) {
                eventLoop.execute(this);
            }
        }
    }
}
