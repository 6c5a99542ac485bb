package trading.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trading.client.Main;

class LoadCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --clients 0           | --clients: 0 (expected: a whole number from 1 to 10000)
            --clients x           | --clients: x (expected: a whole number from 1 to 10000)
            --rate 100/m          | --rate: 100/m (expected: orders a second, such as 20000)
            --wait 60             | --wait: 60 (expected: a time such as 60ms, 30s or 5m)
            --rate 0/s            | --rate: 0/s (expected: orders a second, such as 20000)
            --find-capacity --clients 9 | --find-capacity (expected: without --clients, --wait and --max-behind; it is an open loop)
            --rate 5/s --wait 5ms | --rate: 5/s (expected: either --rate, or --clients, --wait and --max-behind)
            --max-behind 2s --until sales | --max-behind: 2s (expected: only with --until rows)
            --max-behind 2        | --max-behind: 2 (expected: a time such as 60ms, 30s or 5m)
            --ndjson --skew 11    | --skew: 11 (expected: a number from 0 to 10)
            --ndjson 7            | --ndjson: 7 (expected: an even number)
            --products 1001       | --products: 1001 (expected: a whole number from 1 to 1000)
            --skew -1             | --skew: -1 (expected: a number from 0 to 10)
            --until monday        | --until: monday (expected: rows or sales)
            --warm-up-max x          | --warm-up-max: x (expected: a time such as 60ms, 30s or 5m)
            --seconds 0           | --seconds: 0 (expected: a whole number from 1 to 86400)
            --url http://localhost:99999 | --url: http://localhost:99999 (expected: http://HOST:PORT)
            --results 5 --until sales | --results: 5 (expected: only with --until rows)
            --results -1 --until sales | --results: -1 (expected: a whole number from 0 to 1000)
            --seconds 9 --find-capacity | --seconds: 9 (expected: without --find-capacity, which has --flat)
            --under-way 9         | --under-way: 9 (expected: only with --rate or --find-capacity)
            --under-way 0 --rate 5/s | --under-way: 0 (expected: a whole number from 1 to 10000)
            --rate 9 --find-capacity | --rate: 9 (expected: with --find-capacity, from 10)
            --away 0s             | --away: 0s (expected: a time such as 60ms, 30s or 5m, from 1s to 1440m)
            --away 99999m         | --away: 99999m (expected: a time such as 60ms, 30s or 5m, from 1s to 1440m)
            --flat 0s --find-capacity | --flat: 0s (expected: a time such as 60ms, 30s or 5m, from 1s to 1440m)
            --flat 2m             | --flat: 2m (expected: only with --find-capacity)
            --flat 5h             | --flat: 5h (expected: a time such as 60ms, 30s or 5m)
            """)
    void namesWhatIsWrongAndWhatIsExpected(String options, String message) {
        StringWriter err = new StringWriter();
        int status = Main.commandLine().setErr(new PrintWriter(err, true))
                .execute(("load --stack none.json " + options).split(" +", -1));

        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).startsWith(message + System.lineSeparator());
    }
}
