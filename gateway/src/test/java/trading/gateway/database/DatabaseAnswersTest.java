package trading.gateway.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.r2dbc.spi.R2dbcTransientResourceException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.Mono;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;

@ExtendWith(OutputCaptureExtension.class)
class DatabaseAnswersTest {

    private final DatabaseAnswers answers = new DatabaseAnswers("Sales", Duration.ofSeconds(30),
            Problem.resultsUnavailable("away", Duration.ofSeconds(1)));

    @Test
    void theLogSaysOnceThatTheDatabaseIsAway(CapturedOutput output) {
        for (int i = 0; i < 100; i++) {
            ask();
        }
        assertThat(lines(output)).isEqualTo(1);

        assertThat(answers.inTime(Mono.just(7)).block()).isEqualTo(7);
        ask();
        assertThat(lines(output)).as("it went away again").isEqualTo(2);
    }

    private void ask() {
        Mono<Object> answer = answers.inTime(Mono.error(new R2dbcTransientResourceException("gone")));
        assertThatThrownBy(answer::block).isInstanceOf(ProblemException.class);
    }

    private static long lines(CapturedOutput output) {
        return output.toString().lines().filter(line -> line.contains("Sales cannot be read from the database"))
                .count();
    }
}
