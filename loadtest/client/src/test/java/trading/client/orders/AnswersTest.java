package trading.client.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AnswersTest {

    @Test
    void countsOnlyAcceptedLinesAsAccepted() {
        Answers answers = Answers.read(
                """
                        {"id":"01998877-6655-7007-8000-000000000001","status":"PENDING"}
                        {"problem":{"title":"Bad Request","status":400,"detail":"quantity: 0 (expected: a whole number from 1)"}}
                        {"problem":{"status":503,"detail":"overloaded"}}
                        {"problem":{"status":504,"detail":"outcome unknown","id":"01998877-6655-7007-8000-000000000002"}}
                        {"id":"01998877-6655-7007-8000-000000000003","status":"PENDING"}
                        """);

        assertThat(answers.lines()).isEqualTo(5);
        assertThat(answers.accepted()).isEqualTo(2);
        assertThat(answers.refusals()).extracting(Answers.Refusal::line).containsExactly(1, 2, 3);
        assertThat(answers.refusals()).extracting(Answers.Refusal::passing).containsExactly(false, true, true);
        assertThat(answers.refusals().getFirst().reason()).isEqualTo("quantity: 0 (expected: a whole number from 1)");
    }

    @Test
    void whatIsNoAnswerHasAnUnknownOutcome() {
        Answers answers = Answers.read("{\"id\":\"1\"}\n{\"problem\":");

        assertThat(answers.accepted()).isEqualTo(1);
        assertThat(answers.refused(Answers.OUTCOME_UNKNOWN)).isEqualTo(1);
    }

    @Test
    void aRefusedChunkIsRefusedLineByLine() {
        Answers answers = Answers.refused(3, 503, "", Duration.ofSeconds(2));

        assertThat(answers.accepted()).isZero();
        assertThat(answers.refused(Answers.UNAVAILABLE)).isEqualTo(3);
        assertThat(answers.retryAfter()).hasSeconds(2);
    }
}
