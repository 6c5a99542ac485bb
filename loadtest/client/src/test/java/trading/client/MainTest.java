package trading.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

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
                .isEqualToIgnoringNewLines("--database-url: foo (expected: mysql://USER:PASSWORD@HOST:PORT/DATABASE)\n");
    }

    private int run(String... arguments) {
        return Main.commandLine().setErr(new PrintWriter(err, true)).execute(arguments);
    }
}
