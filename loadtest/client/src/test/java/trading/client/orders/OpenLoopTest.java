package trading.client.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import trading.client.orders.OpenLoop.WhenFull;

class OpenLoopTest {

    private static final Duration TIME = Duration.ofMillis(500);

    private final Outcomes outcomes = new Outcomes();

    @Test
    void sendsWhatIsPlannedHoweverLongAnswersTake() {
        Set<Long> numbers = new ConcurrentSkipListSet<>();
        CountDownLatch unsent = new CountDownLatch(50);
        OpenLoop loop = new OpenLoop(number -> later(() -> {
            numbers.add(number);
            unsent.countDown();
            // Nobody is answered before the last request was sent.
            if (!unsent.await(30, TimeUnit.SECONDS)) {
                throw new IOException(unsent.getCount() + " requests were not sent");
            }
            return answers(10);
        }), outcomes, 10, 1_000, WhenFull.LEAVE_OUT);
        assertThat(loop.send(1_000, TIME, 7)).isEqualTo(57);
        assertThat(numbers).hasSize(50).contains(7L, 56L);
        assertThat(outcomes.accepted()).isEqualTo(500);
        assertThat(outcomes.accepting().median()).isGreaterThanOrEqualTo(200);
    }

    @Test
    void whatFindsNoPlaceIsCountedAndNotSent() throws InterruptedException {
        CountDownLatch full = new CountDownLatch(3);
        Thread.ofPlatform().daemon().start(() -> {
            while (outcomes.notSent() == 0) {
                Thread.onSpinWait();
            }
            full.countDown();
        });
        OpenLoop loop = new OpenLoop(number -> later(() -> {
            full.countDown();
            full.await();
            return answers(1);
        }), outcomes, 1, 2, WhenFull.LEAVE_OUT);
        loop.send(1_000, TIME, 0);
        assertThat(outcomes.notSent()).isPositive();
        assertThat(outcomes.accepted() + outcomes.notSent()).isEqualTo(500);
    }

    @Test
    void whatGetsNoAnswerIsUnknown() {
        OpenLoop loop = new OpenLoop(number -> later(() -> {
            throw new IOException("gone");
        }), outcomes, 5, 1_000, WhenFull.LEAVE_OUT);
        loop.send(100, TIME, 0);
        assertThat(outcomes.unknown()).isEqualTo(50);
    }

    @Test
    void whatIsNotSentSinceNobodyListensIsRefused() throws Exception {
        int port;
        try (ServerSocket nobody = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            port = nobody.getLocalPort();
        }
        try (SingleOrders orders = new SingleOrders(GatewayAddress.open("http://127.0.0.1:" + port))) {
            new OpenLoop(number -> orders.begin(new byte[]{'{', '}'}, 2), outcomes, 1, 1_000, WhenFull.LEAVE_OUT)
                    .send(100, TIME, 0);
        }
        assertThat(outcomes.refused()).isEqualTo(50);
        assertThat(outcomes.unreached()).isEqualTo(50);
        assertThat(outcomes.unknown()).isZero();
        assertThat(outcomes.firstProblem()).contains("Connection refused");
    }

    @Test
    void outcomesAreToldApart() {
        List<Answers.Refusal> refusals = List.of(new Answers.Refusal(0, 503, "busy"), new Answers.Refusal(1, 504, "?"),
                new Answers.Refusal(2, 400, "wrong"));
        outcomes.answered(new Answers(9, refusals, Duration.ZERO), 10, System.nanoTime());
        assertThat(outcomes.accepted()).isEqualTo(6);
        assertThat(outcomes.refused()).isEqualTo(1);
        assertThat(outcomes.unknown()).as("without an answer, and 504").isEqualTo(2);
        assertThat(outcomes.invalid()).isEqualTo(1);
        assertThat(outcomes.lastRefusedNanos()).isNotZero();
    }

    private static CompletableFuture<Answers> later(Callable<Answers> answers) {
        CompletableFuture<Answers> later = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                later.complete(answers.call());
            } catch (Exception e) {
                later.completeExceptionally(e);
            }
        });
        return later;
    }

    private static Answers answers(int accepted) {
        return new Answers(accepted, List.of(), Duration.ZERO);
    }
}
