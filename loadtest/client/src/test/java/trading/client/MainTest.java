package trading.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trading.command.Checkout;

class MainTest {

    private final StringWriter err = new StringWriter();

    @Test
    void knowsItsCommands() {
        assertThat(Main.commandLine().getSubcommands()).containsOnlyKeys("audit", "cases", "demo", "load",
                "overload", "profile", "replay", "report",
                "sql");
    }

    @Test
    void aFailureIsOneLineAndStatus1() {
        assertThat(run("sql", "--stack", "none.json", "SELECT 1")).isEqualTo(1);
        assertThat(err.toString()).hasLineCount(1).contains("no running stack: none.json is missing");
    }

    @Test
    void aWrongCommandLineIsStatus2() {
        assertThat(run("sell")).isEqualTo(2);
        assertThat(run()).isEqualTo(2);
    }

    @Test
    void aUrlThatIsNoneIsRefusedByItsOption() {
        assertThat(run("sql", "--database-url", "foo", "SELECT 1")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(
                        "--database-url: foo (expected: mysql://USER:PASSWORD@HOST:PORT/DATABASE)\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            load --database-url foo            | --database-url: foo (expected: mysql://USER:PASSWORD@HOST:PORT/DATABASE)
            load --database-url mysql://u:secret     | --database-url: mysql://u:… (expected: mysql://USER:PASSWORD@HOST:PORT/DATABASE)
            load --database-url mysql://u:secret@h:1 | --database-url: h:1 (expected: mysql://USER:PASSWORD@HOST:PORT/DATABASE)
            load --token-file none             | --token-file: none (expected: a file with a token)
            load --url http://127.0.0.1:1 --database-url mysql://u:p@h/d --report pom.xml/x | --report: pom.xml/x (expected: a folder that can be written to)
            cases none                         | none: cannot be read (expected: a case file or a directory of them)
            report none                        | none: no such file (expected: a report.json of ./pipeline load)
            replay none                        | none: cannot be read (expected: a file of order flow)
            audit extra                        | extra (expected: no argument)
            replay none extra                  | extra (expected: no further argument)
            """)
    void whatAnArgumentNamesMustBeThere(String line, String complaint) {
        assertThat(run(line.split(" ", -1))).isEqualTo(2);
        assertThat(err.toString()).isEqualTo(complaint + System.lineSeparator());
    }

    @Test
    void whatIsWrittenGoesToTheCheckoutUnlessSomebodySaysWhere() {
        assertThat(Checkout.target(Main.class, "load")).isAbsolute()
                .isEqualTo(Checkout.of(Main.class).resolve("target/load"));
    }

    private int run(String... arguments) {
        return Main.commandLine().setErr(new PrintWriter(err, true)).execute(arguments);
    }
}
