package trading.system.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trading.client.load.LoadCommand;

class SearchOptionsTest {

    @Test
    void theLoadIsThatOfTheRoundsAndTheTimeIsNot() {
        List<String> options = SearchOptions.of(List.of("--seconds", "60", "--skew", "0.8", "--warm-up-sales=9",
                "--client-order-ids", "--catch-up=1m", "--products", "7"), 20);

        assertThat(options).containsExactly("--skew", "0.8", "--client-order-ids", "--products", "7", "--warm-up-sales",
                "20000", "--warm-up-max", "60s", "--seconds", "20", "--catch-up", "5s");
        LoadCommand.check(options);
    }
}
