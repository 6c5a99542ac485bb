package trading.client.stack;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import trading.client.CommandFailed;

class ThrottleTest {

    @Test
    void oneThatCannotReadLetsNothingThrough() {
        try (Throttle throttle = new Throttle("nowhere", Duration.ofSeconds(1))) {
            await().atMost(Duration.ofMinutes(2)).until(throttle::holdsBack);

            assertThatThrownBy(throttle::requireKnown).isInstanceOf(CommandFailed.class)
                    .hasMessageStartingWith("Kafka at nowhere: ");
        }
    }
}
