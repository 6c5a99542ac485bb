package trading.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trading.client.Main;

class ReplayCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --chunk 0      | --chunk: 0 (expected: a whole number from 1 to 10000)
            --patience 0s  | --patience: 0s (expected: a time such as 60ms, 30s or 5m, from 1s to 1440m)
            --url here:80  | --url: here:80 (expected: http://HOST:PORT)
            --catch-up -1s | --catch-up: -1s (expected: a time such as 60ms, 30s or 5m)
            """)
    void namesWhatIsWrongAndWhatIsExpected(String options, String message) {
        StringWriter err = new StringWriter();
        int status = Main.commandLine().setErr(new PrintWriter(err, true))
                .execute(("replay --stack none.json pom.xml " + options).split(" +", -1));

        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).startsWith(message + System.lineSeparator());
    }
}
