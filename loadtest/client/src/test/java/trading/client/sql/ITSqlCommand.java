package trading.client.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trading.client.Main;
import trading.testing.TestDatabase;

class ITSqlCommand {

    private static final TestDatabase DATABASE = TestDatabase.start();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void printsRowsAsTabSeparatedLines() {
        int status = run("SELECT 1 AS A, NULL AS B, 'x\ty' AS C UNION ALL SELECT 2, 'b', CAST(1.5 AS DECIMAL(18,4))");

        assertThat(out.toString()).isEqualTo("A\tB\tC\n1\tNULL\tx\\ty\n2\tb\t1.5000\n");
        assertThat(status).isZero();
    }

    @Test
    void printsNothingWhereThereAreNoRows() {
        assertThat(run("SELECT * FROM SALES WHERE PRODUCT_ID = 'of-nobody'")).isZero();
        assertThat(run("DO 0")).isZero();
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void anErrorIsOneLine() {
        assertThat(run("SELECT nonsense FROM SALES")).isEqualTo(1);
        assertThat(err.toString()).hasLineCount(1).startsWith("SQL error 1054 (42S22): ");
    }

    @Test
    void readsStatementsUntilQuit() {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(
                    "SELECT 1 AS A;\n\nnonsense\nSELECT 2 AS B\nquit\nSELECT 3 AS C\n"
                            .getBytes(StandardCharsets.UTF_8)));
            assertThat(run()).isEqualTo(1);
        } finally {
            System.setIn(before);
        }
        assertThat(out.toString()).isEqualTo("A\n1\nB\n2\n");
        assertThat(err.toString()).hasLineCount(1).startsWith("SQL error 1064");
    }

    private int run(String... statement) {
        List<String> arguments = new ArrayList<>(
                List.of("sql", "--database-url", DATABASE.jdbcUrl().replaceFirst(".*://",
                        "mysql://" + DATABASE.username() + ":" + DATABASE.password() + "@")));
        arguments.addAll(List.of(statement));
        return Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }
}
