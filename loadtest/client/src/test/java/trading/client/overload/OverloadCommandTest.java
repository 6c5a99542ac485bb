package trading.client.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trading.client.Main;

class OverloadCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --factor NaN   | --factor: NaN (expected: a number from 1 to 100)
            --factor 0.5   | --factor: 0.5 (expected: a number from 1 to 100)
            --minutes 0.3  | --minutes: 0.3 (expected: a number from 0.4 to 10000)
            --minutes 0    | --minutes: 0 (expected: a number from 0.4 to 10000)
            --minutes NaN  | --minutes: NaN (expected: a number from 0.4 to 10000)
            --chunk 0      | --chunk: 0 (expected: a whole number from 2 to 10000)
            --chunk 7      | --chunk: 7 (expected: an even number)
            --recovery 60  | --recovery: 60 (expected: a time such as 60ms, 30s or 5m)
            --recovery 9s  | --recovery: 9s (expected: a time such as 60ms, 30s or 5m, from 10s to 60m)
            --catch-up -1s | --catch-up: -1s (expected: a time such as 60ms, 30s or 5m)
            """)
    void namesWhatIsWrongAndWhatIsExpected(String options, String message) {
        StringWriter err = new StringWriter();
        int status = Main.commandLine().setErr(new PrintWriter(err, true))
                .execute(("overload --stack none.json " + options).split(" +", -1));

        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).startsWith(message + System.lineSeparator());
    }
}
