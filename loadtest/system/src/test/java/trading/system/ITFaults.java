package trading.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trading.command.Checkout;
import trading.local.StackOptions;
import trading.system.faults.Chaos;
import trading.system.faults.ChaosSettings;
import trading.system.faults.Kind;

/** Four faults of {@code ./pipeline chaos}, which has all of them. */
@Timeout(value = 30, unit = TimeUnit.MINUTES) // Starts, faults and audits have limits of their own, which add up.
class ITFaults {

    private static final Logger log = LoggerFactory.getLogger(ITFaults.class);
    private static final long SEED = Long.getLong("trading.seed", System.nanoTime() % 1_000_000);
    private static final int ASKED = 1_000;
    private static final int PRODUCTS = 60;

    @TempDir
    private static Path home = Path.of("");

    @Test
    void nothingIsLostOrDoubledWhateverDies() throws Exception {
        StackOptions stack = StackOptions.forTest(Checkout.of(ITFaults.class), home, 2).withPersisters(2);
        assertNothingIsLostOrDoubled(stack, 100,
                List.of(Kind.KILL_ENGINE, Kind.KILL_PERSISTER_BEFORE_COMMIT, Kind.KILL_DATABASE));
    }

    /** What is at stake is on the brokers alone, so that one engine and one persister do. */
    @Test
    void nothingIsLostWithTheDisksOfThreeBrokers() throws Exception {
        StackOptions stack = StackOptions.forTest(Checkout.of(ITFaults.class), home, 1).withBrokers(3);
        // Each order is written three times, by brokers that have just started.
        assertNothingIsLostOrDoubled(stack, 50, List.of(Kind.LOSE_DISKS));
    }

    private static void assertNothingIsLostOrDoubled(StackOptions stack, int ordersPerSecond, List<Kind> kinds)
            throws Exception {
        assumeTrue(System.getProperty("trading.test.backend", "jars").equals("jars"),
                "only servers of the stack's own can be cut off");
        log.info("seed {} (-Dtrading.seed)", SEED);
        StackOptions told = stack.withEnvironment(ChaosSettings.environment(kinds));
        ChaosSettings settings = new ChaosSettings(SEED, told, kinds, true, Duration.ZERO, ordersPerSecond, ASKED,
                PRODUCTS);

        try (Chaos chaos = Chaos.start(settings, log::info)) {
            assertThat(chaos.run()).isEmpty();
        }
    }
}
