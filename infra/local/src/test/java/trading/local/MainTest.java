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
            up --port-base 80          | --port-base: 80 (expected: 1024 to 65435)
            up --engines 31            | engines: 31 (expected: 0 to 30)
            up --database-url here     | --database-url: here (expected: mysql://USER:PASSWORD@HOST:PORT/DATABASE)
            demo --check --engines 31  | engines: 31 (expected: 0 to 30)
            baseline akka              | NAME: akka (expected: one of [node, threads, pekko, actors])
            scale gateway 2            | SERVICE: gateway (expected: engine or persister)
            scale engine 31            | engine: 31 (expected: 0 to 30)
            scale engine two           | Invalid value for positional parameter
            """)
    void aWrongCommandLineIsRefusedBeforeAnythingStarts(String line, String complaint) {
        StringWriter errors = new StringWriter();
        int status = Main.commandLine().setErr(new PrintWriter(errors)).execute(line.split(" +", -1));
        assertThat(errors.toString()).startsWith(complaint);
        assertThat(status).isEqualTo(CommandLine.ExitCode.USAGE);
    }

    @Test
    void aStackThatIsGoneWithoutAWordIsSaidToBe() {
        String url = "http://127.0.0.1:" + Ports.free();
        assertThatThrownBy(() -> Control.scale(url, "engine", 2)).isInstanceOf(IOException.class)
                .hasMessage("no stack answers at " + url + " (expected: one that ./pipeline up started)");
    }
}
