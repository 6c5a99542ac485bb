package trading.client.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trading.client.Main;

class DemoCommandTest {

    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --seconds 0   | --seconds: 0 (expected: a whole number from 1 to 86400)
            --seconds x   | --seconds: x (expected: a whole number from 1 to 86400)
            --chunk 7     | --chunk: 7 (expected: an even number)
            --rate 200/s  | --rate: 200/s (expected: a whole number from 0 to 10000000)
            --warm-up 10  | --warm-up: 10 (expected: a time such as 60ms, 30s or 5m)
            --max-behind 0ms | --max-behind: 0ms (expected: a time such as 60ms, 30s or 5m, from 1ms to 60m)
            --url here:80 | --url: here:80 (expected: http://HOST:PORT)
            --secnds 5    | Unknown options: '--secnds', '5'
            """)
    void namesWhatIsWrongBeforeThereIsAStack(String options, String message) {
        assertThat(run("--check " + options)).isEqualTo(2);
        assertThat(err.toString()).startsWith(message + System.lineSeparator());
    }

    @Test
    void aCheckOfWhatIsRightNeedsNoStack() {
        assertThat(run("--check --seconds 5 --rate 2000 --warm-up 0s")).isEqualTo(0);
        assertThat(err.toString()).isEmpty();
    }

    private int run(String options) {
        return Main.commandLine().setErr(new PrintWriter(err, true))
                .execute(("demo --stack none.json " + options).split(" +", -1));
    }
}
