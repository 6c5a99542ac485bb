package trading.client.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trading.client.Main;

class CasesCommandTest {

    private static final String CASE = """
            {"timeoutMillis":1000,"batches":[{"now":1000,"commands":[
            {"type":"PLACE","orderId":1,"side":"SELL","userId":"s","productId":"p","quantity":1,"price":5,"acceptedAt":1000},
            {"type":"PLACE","orderId":2,"side":"BUY","userId":"b","productId":"p","quantity":1,"price":6,"acceptedAt":1000}]}],
            "expected":{"events":[[{"type":"SALE","productId":"p","purchaseOrderId":2,"salesOrderId":1,"buyer":"b",
            "seller":"s","price":PRICE,"quantity":1,"purchaseOrderRemaining":0,"salesOrderRemaining":0,"tradeId":1}]],"open":{}}}
            """;

    @TempDir
    Path directory = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void countsWhatPassed() throws IOException {
        write("a.json", CASE.replace("PRICE", "5"));
        write("b.json", CASE.replace("PRICE", "5"));

        assertThat(run()).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("2 passed, 0 failed\n");
    }

    @Test
    void tellsEveryDifference() throws IOException {
        write("a.json", CASE.replace("PRICE", "5"));
        Path wrong = write("b.json", CASE.replace("PRICE", "6"));
        Path none = write("c.json", "{\"batches\":");

        assertThat(run()).isEqualTo(1);
        assertThat(out.toString()).contains(wrong.toString(), none + ": not a case", "1 passed, 2 failed");
    }

    @Test
    void noCaseIsNoSuccess() {
        assertThat(run()).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(directory + ": no cases (expected: *.json files in it)\n");
    }

    @Test
    void saysWhatAFileLacksToBeACase() throws IOException {
        String expected = " (expected: the form at the end of docs/trading-rules.md)";
        Path lacking = write("a.json", "{}");
        Path cut = write("b.json", "{\n\"batches\": [}");
        Path empty = write("c.json", "");
        Path other = write("d.json", CASE.replace("PRICE", "5").replace("PLACE", "SWAP"));
        Path list = write("e.json", "[1]");

        assertThat(run()).isEqualTo(1);
        assertThat(out.toString().lines()).contains(lacking + ": not a case: batches is missing" + expected,
                cut + ": not a case: no JSON from line 2, column 13" + expected,
                other + ": not a case: type: SWAP (expected: PLACE or CANCEL)");
        assertThat(out.toString().lines()).contains(empty + ": not a case: no object where one belongs" + expected,
                list + ": not a case: no object where one belongs" + expected);
    }

    private int run() {
        return Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true)).execute("cases",
                directory.toString());
    }

    private Path write(String name, String json) throws IOException {
        return Files.writeString(directory.resolve(name), json);
    }
}
