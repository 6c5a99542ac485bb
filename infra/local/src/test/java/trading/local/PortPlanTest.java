package trading.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortPlanTest {

    @Test
    void noTwoProcessesShareAPort() {
        PortPlan plan = new PortPlan(8080);
        List<Integer> ports = new ArrayList<>(List.of(plan.gateway(), plan.control(), plan.database()));
        for (int broker = 1; broker <= PortPlan.MAX_BROKERS; broker++) {
            ports.addAll(List.of(plan.kafka(broker), plan.kafkaController(broker), plan.kafkaOf("gateway", broker),
                    plan.kafkaOf("engine", broker), plan.kafkaOf("persister", broker)));
        }
        for (int number = 1; number <= 19; number++) {
            ports.add(plan.detour(number));
        }
        for (int number = 1; number <= PortPlan.MAX_INSTANCES; number++) {
            ports.add(plan.engine(number));
            ports.add(plan.persister(number));
        }
        assertThat(new HashSet<>(ports)).hasSameSizeAs(ports);
        assertThat(ports).allMatch(port -> port >= 8080 && port < 8180);
        assertThat(plan.gateway()).isEqualTo(8080);
        assertThat(plan.kafka(1)).isEqualTo(8090);
        assertThat(plan.engine(1)).isEqualTo(8101);
    }

    @Test
    void aTakenPortIsNamedWithItsUse() throws IOException {
        PortPlan plan = PortPlan.free();
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(Ports.loopback(plan.engine(2)));
            assertThat(plan.taken(1, 1, 1, true)).isEmpty();
            assertThat(plan.taken(1, 2, 1, true)).containsExactly(plan.engine(2) + " for engine-2");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1023, 65_436, 70_000})
    void aBaseWithoutRoomIsRefused(int base) {
        assertThatThrownBy(() -> new PortPlan(base))
                .hasMessage("--port-base: " + base + " (expected: a whole number from 1024 to 65435)");
    }
}
