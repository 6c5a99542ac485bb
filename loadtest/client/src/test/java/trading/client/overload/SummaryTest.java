package trading.client.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trading.client.orders.Answers;
import trading.client.orders.Outcomes;

class SummaryTest {

    private static final Answers.Refusal REFUSED = new Answers.Refusal(0, Answers.UNAVAILABLE, "busy");

    private final Outcomes outcomes = new Outcomes();

    @BeforeEach
    void takeOneAndRefuseOne() {
        outcomes.answered(new Answers(2, List.of(REFUSED), Duration.ZERO), 2, System.nanoTime());
    }

    @Test
    void whatRefusesNothingWasNotOverloaded() {
        assertThat(print(new Outcomes(), true, OptionalLong.of(5), null))
                .contains("nothing was refused: this was no overload\n").endsWith("DID NOT COME THROUGH\n");
    }

    @Test
    void whatIsSentNoMoreThanItTakesNeedNotRefuse() {
        assertThat(print(new Outcomes(), false, OptionalLong.of(5), null)).contains("nothing was refused\n")
                .endsWith("\ncame through\n");
    }

    @Test
    void whatWasTakenOrRefusedAndSeenCameThrough() {
        assertThat(print(OptionalLong.of(5), null)).endsWith("\ncame through\n");
    }

    @Test
    void withoutAWholeWindowNothingCameThrough() {
        assertThat(print(OptionalLong.empty(), null)).contains("unknown, no window was whole")
                .endsWith("DID NOT COME THROUGH\n");
    }

    @Test
    void aWindowInWhichNothingWasTakenDidNotComeThrough() {
        assertThat(print(OptionalLong.of(0), null)).endsWith("DID NOT COME THROUGH\n");
    }

    @Test
    void whatWasNotWatchedToTheEndDidNotComeThrough() {
        assertThat(print(OptionalLong.of(5), "database: gone"))
                .contains("windows were not looked at to the end: database: gone").endsWith("DID NOT COME THROUGH\n");
    }

    @Test
    void anOrderOfWhichNobodyKnowsDidNotComeThrough() {
        outcomes.lost(1, 0, null);

        assertThat(print(OptionalLong.of(5), null)).contains("unknown 1,").endsWith("DID NOT COME THROUGH\n");
    }

    @Test
    void aGatewayThatIsNotThereDidNotComeThrough() {
        outcomes.lost(3, 0, new ConnectException("Connection refused"));

        assertThat(print(OptionalLong.of(5), null))
                .contains("refused 4, unknown 0,", "of the refused, found nobody who took their connection: 3\n")
                .endsWith("DID NOT COME THROUGH\n");
    }

    private String print(OptionalLong worst, @Nullable String unseen) {
        return print(outcomes, true, worst, unseen);
    }

    private static String print(Outcomes chunks, boolean moreThanItTakes, OptionalLong worst,
            @Nullable String unseen) {
        StringWriter text = new StringWriter();
        new Summary(chunks, new Outcomes(), moreThanItTakes, worst, 0, true, true, 0, Map.of(), unseen)
                .print(new PrintWriter(text));
        return text.toString().replace(System.lineSeparator(), "\n");
    }
}
