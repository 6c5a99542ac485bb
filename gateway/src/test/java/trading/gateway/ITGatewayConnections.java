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
import org.springframework.http.client.ReactorResourceFactory;

/** Many clients who come to a gateway that has much to do. */
class ITGatewayConnections {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int CLIENTS = 24;

    /** Threads that never run out of tasks look at their connections now and then: where they take one at a time, it is seen. */
    @Test
    void letsInAtOnceAllWhoWait() throws Exception {
        CountDownLatch allHaveCome = new CountDownLatch(1);
        AtomicBoolean goesOn = new AtomicBoolean(true);
        List<Socket> clients = new ArrayList<>();
        try (RunningGateway gateway = RunningGateway.start()) {
            Gauge connections = gateway.bean(MeterRegistry.class).get("trading.connections").gauge();
            Set<Double> seen = new HashSet<>();
            try {
                for (EventExecutor thread : gateway.bean(ReactorResourceFactory.class).getLoopResources()
                        .onServer(true)) {
                    thread.execute(() -> awaitUninterruptibly(allHaveCome));
                    thread.execute(new Busy(thread, goesOn));
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

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Has always something to do for a thread. */
    private record Busy(EventExecutor thread, AtomicBoolean goesOn) implements Runnable {

        @Override
        public void run() {
            if (goesOn.get()) {
                thread.execute(this);
            }
        }
    }
}
