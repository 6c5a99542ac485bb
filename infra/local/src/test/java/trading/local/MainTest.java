package trading.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class MainTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            up --port-base 80          | --port-base: 80 (expected: a whole number from 1024 to 65435)
            up --port-base x           | --port-base: x (expected: a whole number from 1024 to 65435)
            up --engines 31            | --engines: 31 (expected: a whole number from 0 to 30)
            up --engines -1            | --engines: -1 (expected: a whole number from 0 to 30)
            up --engines x             | --engines: x (expected: a whole number from 0 to 30)
            up --engines 4294967297    | --engines: 4294967297 (expected: a whole number from 0 to 30)
            up --persisters x          | --persisters: x (expected: a whole number from 0 to 30)
            up --database-url here     | --database-url: here (expected: mysql://USER:PASSWORD@HOST:PORT/DATABASE)
            up --database-url mysql://u:p@my_host/d | --database-url: my_host/d (expected: mysql://USER:PASSWORD@HOST:PORT/DATABASE)
            up --database-url mysql://u:s^p@h/d     | --database-url: h/d (expected: mysql://USER:PASSWORD@HOST:PORT/DATABASE)
            up --database-url mysql://u:p@h/d?a=b   | --database-url: h/d?a=b (expected: mysql://USER:PASSWORD@HOST:PORT/DATABASE)
            up extra                   | extra (expected: no argument)
            scale engine 2 extra       | extra (expected: no further argument)
            demo --check --engines 31  | --engines: 31 (expected: a whole number from 0 to 30)
            baseline node --delay-millis x | --delay-millis: x (expected: a whole number from 0 to 60000)
            baseline node --delay-millis -1 | --delay-millis: -1 (expected: a whole number from 0 to 60000)
            baseline pekko --engines 0      | --engines: 0 (expected: a whole number from 1 to 100)
            baseline pekko --engines 101    | --engines: 101 (expected: a whole number from 1 to 100)
            baseline node --persist x       | --persist: x (expected: one of [sequential, parallel])
            baseline threads --persist parallel | --persist: given (expected: only with node)
            baseline akka              | NAME: akka (expected: one of [node, threads, pekko, actors])
            scale gateway 2            | SERVICE: gateway (expected: engine or persister)
            scale engine 31            | N: 31 (expected: a whole number from 0 to 30)
            scale engine two           | N: two (expected: a whole number from 0 to 30)
            """)
    void aWrongCommandLineIsRefusedBeforeAnythingStarts(String line, String complaint) {
        StringWriter errors = new StringWriter();
        int status = Main.commandLine().setErr(new PrintWriter(errors)).execute(line.split(" +", -1));
        assertThat(errors.toString()).isEqualTo(complaint + System.lineSeparator());
        assertThat(status).isEqualTo(CommandLine.ExitCode.USAGE);
    }

    @Test
    void theDemosHelpNamesTheClientsOptionsAmongItsOwn() {
        StringWriter help = new StringWriter();
        assertThat(Main.commandLine().setOut(new PrintWriter(help)).execute("demo", "--help")).isZero();
        assertThat(help.toString()).contains("--engines=N", "--exit", "--seconds=N", "--warm-up=TIME",
                "--warm-up-max=TIME",
                "--seed=N", "--products=N", "--rate=N");
    }

    @Test
    void aStackThatIsGoneWithoutAWordIsSaidToBe() {
        String url = "http://127.0.0.1:" + Ports.free();
        assertThatThrownBy(() -> Control.scale(url, "engine", 2)).isInstanceOf(IOException.class)
                .hasMessage("no stack answers at " + url + " (expected: one that ./pipeline up started)");
    }
}
