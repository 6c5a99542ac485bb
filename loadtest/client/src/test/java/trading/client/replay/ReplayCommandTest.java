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
            --patience 0   | --patience: 0 (expected: a whole number from 1 to 86400)
            --url here:80  | --url: here:80 (expected: http://HOST:PORT)
            --catch-up -1  | --catch-up: -1 (expected: a whole number from 1 to 86400)
            """)
    void namesWhatIsWrongAndWhatIsExpected(String options, String message) {
        StringWriter err = new StringWriter();
        int status = Main.commandLine().setErr(new PrintWriter(err, true))
                .execute(("replay --stack none.json pom.xml " + options).split(" +", -1));

        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).startsWith(message + System.lineSeparator());
    }
}
