package trading.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BadOptionsTest {

    @TempDir
    private Path parent = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"--engines 31", "--clients pipeline=0", "--systems akka"})
    void compareLeavesItsFolderToACommandThatIsRight(String wrong) {
        Path folder = parent.resolve("compare");
        int status = Main.commandLine().setErr(new PrintWriter(new StringWriter()))
                .execute(("compare --folder " + folder + " " + wrong).split(" ", -1));
        assertThat(status).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(folder).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            chaos --minutes 0                       | --minutes: 0 (expected: a whole number from 1 to 10000)
            chaos --orders -5                       | --orders: -5 (expected: a whole number from 1 to 10000)
            chaos --products 1                      | --products: 1 (expected: a whole number from 2 to 1000)
            chaos --brokers 2                       | --brokers: 2 (expected: 1 or 3)
            chaos --kinds lose-disks                | --kinds: lose-disks with --brokers 1 (expected: with --brokers 3)
            chaos --kinds kill-broker,vanish-broker | --kinds: vanish-broker with --brokers 1 (expected: with --brokers 3)
            chaos --kinds kill-cat                  | --kinds: kill-cat (expected: of kill-gateway,
            budget --seconds 0                      | --seconds: 0 (expected: a whole number from 1 to 3600)
            budget --line-clients 10001             | --line-clients: 10001 (expected: a whole number from 1 to 10000)
            budget --warm-up-max soon                  | --warm-up-max: soon (expected: a time such as 60ms, 30s or 5m)
            file --clients 1,0                      | --clients: 0 (expected: a whole number from 1 to 1000)
            file --clients 1,x                      | --clients: x (expected: a whole number from 1 to 1000)
            chaos --minutes soon                    | --minutes: soon (expected: a whole number from 1 to 10000)
            compare --database-cores x              | --database-cores: x (expected: a number from 0.05)
            compare --skew x                        | --skew: x (expected: a number from 0 to 10)
            file --repeat 101                       | --repeat: 101 (expected: a whole number from 1 to 100)
            sweep --engines 0                       | --engines: 0 (expected: a whole number from 1 to 30)
            sweep --clients 1,0                     | --clients: 0 (expected: a whole number from 1 to 10000)
            sweep --clients 1,x                     | --clients: x (expected: a whole number from 1 to 10000)
            sweep --batch 3s                        | --batch: 3s (expected: a time such as 3ms)
            sweep --environment TRADING_ENGINE_BATCHINTERVAL=5ms | --environment: TRADING_ENGINE_BATCHINTERVAL (expected: --batch)
            sweep --rate 100/s                      | --rate: given (expected: not with sweep)
            sweep --ndjson 3                        | --ndjson: 3 (expected: an even number)
            sweep --flat abc                        | --flat: abc (expected: a time such as 60ms, 30s or 5m)
            compare --flat abc                      | --flat: abc (expected: a time such as 60ms, 30s or 5m)
            compare --systems pipeline,pekko --max-behind 1s | --max-behind: given (expected: only with pipeline and pipeline-ndjson, which have a Kafka)
            compare --url=http://localhost          | --url: given (expected: not with compare)
            compare --results 5                     | --results: given (expected: not with compare)
            compare --database-delay 2              | --database-delay: 2 (expected: a time such as 2ms)
            compare --database-cores 0              | --database-cores: 0 (expected: a number from 0.05)
            compare --systems akka                  | --systems: akka (expected: one of pipeline,
            compare --engines pekkoo=2              | --engines: pekkoo (expected: one of pipeline,
            compare --clients pekkoo=2              | --clients: pekkoo (expected: one of pipeline,
            compare --repeat 0                      | --repeat: 0 (expected: a whole number from 1 to 100)
            compare --against none.json             | --against: none.json: no such file (expected: a compare.json of ./pipeline compare)
            chaos --environment FOO                 | --environment: FOO (expected: KEY=VALUE)
            sweep --environment FOO                 | --environment: FOO (expected: KEY=VALUE)
            chaos --port-base 80                    | --port-base: 80 (expected: a whole number from 1024 to 65435)
            budget --port-base 80                   | --port-base: 80 (expected: a whole number from 1024 to 65435)
            file --port-base 80                     | --port-base: 80 (expected: a whole number from 1024 to 65435)
            sweep --port-base 80                    | --port-base: 80 (expected: a whole number from 1024 to 65435)
            compare --port-base 80                  | --port-base: 80 (expected: a whole number from 1024 to 65435)
            compare --seconds 0                     | --seconds: 0 (expected: a whole number from 1 to 86400)
            """)
    void areRefusedBeforeAnythingStarts(String line, String complaint) {
        StringWriter errors = new StringWriter();
        int status = Main.commandLine().setErr(new PrintWriter(errors)).execute(line.split(" ", -1));
        assertThat(errors.toString()).startsWith(complaint);
        assertThat(status).isEqualTo(CommandLine.ExitCode.USAGE);
    }
}
