package trading.gateway.orders;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import trading.gateway.market.OpenOrders;
import trading.gateway.orders.CancelAllController.Cancel;
import trading.gateway.orders.CancelAllController.Cancels;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;

class CancelsTest {

    private static final OpenOrders.Page ORDERS = new OpenOrders.Page(List.of(), false, true);
    private static final Cancel TAKEN = new Cancel(new UUID(1, 3), null);
    private static final Cancel REFUSED = new Cancel(new UUID(1, 1),
            Problem.notTaken("backlog", "Engines are behind", Duration.ofSeconds(1)));
    private static final Cancel UNKNOWN = new Cancel(new UUID(1, 2), Problem.outcomeUnknown("2", "Kafka is late"));

    @Test
    void whereOneMayHaveBeenTakenItIsNotSaidThatNoneWas() {
        assertThatThrownBy(() -> Cancels.of(List.of(REFUSED, UNKNOWN, REFUSED), ORDERS))
                .isInstanceOfSatisfying(ProblemException.class,
                        e -> assertThat(e.problem().type()).isEqualTo(Problem.OUTCOME_UNKNOWN));
    }

    @Test
    void whereSomeWereTakenTheOthersAreToldWithTheirProblems() {
        Cancels cancels = Cancels.of(List.of(TAKEN, REFUSED, UNKNOWN), ORDERS);

        assertThat(JsonMapper.builder().build().writeValueAsString(cancels)).isEqualTo("{\"ids\":[\"" + new UUID(1, 3)
                + "\"],\"failed\":[{\"id\":\"" + REFUSED.orderId() + "\",\"problem\":"
                + requireNonNull(REFUSED.problem()).toJsonText() + "},{\"id\":\"" + UNKNOWN.orderId()
                + "\",\"problem\":"
                + requireNonNull(UNKNOWN.problem()).toJsonText() + "}]}");
    }

    @Test
    void whereNoneWasTakenItIsSaidWhy() {
        assertThatThrownBy(() -> Cancels.of(List.of(REFUSED, REFUSED), ORDERS))
                .isInstanceOfSatisfying(ProblemException.class,
                        e -> assertThat(e.problem().type()).isEqualTo("backlog"));
    }
}
