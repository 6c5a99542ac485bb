package trading.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import trading.client.CommandFailed;
import trading.market.Side;

class OrderFlowTest {

    private static final String FLOW = OrderFlow.HEADER + """

            1,add,11,buy,200,2364700,BTCUSD
            2,add,12,sell,1,9999999999999999999,BTCUSD
            3,add,13,sell,0,-5,BTCUSD
            4,cancel,11,buy,200,2364700,BTCUSD
            5,add,14,buy,1
            6,swap,15,buy,1,1,BTCUSD
            7,add,16,buy,1,1,BTC USD
            """;

    @TempDir
    Path directory = Path.of("");

    @Test
    void rowsComeInFileOrderAndBadOnesHaveTheirLine() throws IOException {
        List<FlowRow> rows = rows(Files.writeString(directory.resolve("flow.csv"), FLOW));

        assertThat(rows).containsExactly(new FlowRow.Add(2, "11", Side.BUY, 200, 2_364_700, "BTCUSD"),
                new FlowRow.Bad(3, "price_ticks_1e4: 9999999999999999999 (expected: a whole number)"),
                new FlowRow.Add(4, "13", Side.SELL, 0, -5, "BTCUSD"),
                new FlowRow.Cancel(5, "11", Side.BUY, "BTCUSD"),
                new FlowRow.Bad(6, "columns: 5 (expected: 7)"),
                new FlowRow.Bad(7, "type: swap (expected: add or cancel)"),
                new FlowRow.Bad(8, "symbol: BTC USD (expected: 1 to 32 of A-Z a-z 0-9 . _ -)"));
    }

    @Test
    void gzippedFilesAreReadToo() throws IOException {
        Path file = directory.resolve("flow.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(FLOW.getBytes(StandardCharsets.UTF_8));
        }

        assertThat(rows(file)).hasSize(7);
    }

    @Test
    void anotherFileIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("other.csv"), "a,b\n");

        assertThatThrownBy(() -> OrderFlow.open(file)).isInstanceOf(CommandFailed.class)
                .hasMessageContaining("line 1: a,b (expected: time_ns,");
        assertThatThrownBy(() -> OrderFlow.open(directory.resolve("none"))).isInstanceOf(CommandFailed.class);
    }

    @Test
    void whatIsNoFileOfOrdersIsNamed() throws IOException {
        Path plain = Files.writeString(directory.resolve("plain.csv.gz"), FLOW);
        Path empty = Files.writeString(directory.resolve("empty.csv.gz"), "");
        Path nothing = Files.writeString(directory.resolve("nothing.csv"), "");

        assertThatThrownBy(() -> OrderFlow.open(directory)).isInstanceOf(CommandFailed.class)
                .hasMessage(directory + ": cannot be read (expected: a file of order flow)");
        assertThatThrownBy(() -> OrderFlow.open(nothing)).isInstanceOf(CommandFailed.class)
                .hasMessage(nothing + ": empty (expected: a file of order flow)");
        for (Path file : List.of(plain, empty)) {
            assertThatThrownBy(() -> OrderFlow.open(file)).isInstanceOf(CommandFailed.class)
                    .hasMessage(file + ", line 1: not gzipped (expected: as its name says)");
        }
    }

    @Test
    void aFileThatWasCutOffIsReadUpToThere() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(zipped, true)) {
            out.write(FLOW.getBytes(StandardCharsets.UTF_8));
            out.flush();
            out.write("8,add,17,buy,1,1,BTCUSD\n".getBytes(StandardCharsets.UTF_8));
        }
        Path file = directory.resolve("cut.csv.gz");
        Files.write(file, Arrays.copyOf(zipped.toByteArray(), zipped.size() - 12));

        assertThatThrownBy(() -> rows(file)).isInstanceOf(CommandFailed.class).hasMessageContaining(file + ", line ")
                .hasMessageEndingWith(": Unexpected end of ZLIB input stream (expected: a file that is whole)");
    }

    @Test
    void aCancelNamesTheOrderOfItsRow() {
        ReplayOrders orders = new ReplayOrders("run1");
        FlowRow.Add add = new FlowRow.Add(2, "11", Side.SELL, 200, 2_364_701, "BTCUSD");

        assertThat(orders.line(add)).isEqualTo("{\"side\":\"SELL\",\"productId\":\"BTCUSD\",\"quantity\":200,"
                + "\"price\":\"236.4701\",\"userId\":\"replay-seller\",\"clientOrderId\":\"run1:11\"}\n");
        assertThat(orders.line(new FlowRow.Cancel(3, "11", Side.SELL, "BTCUSD")))
                .isEqualTo("{\"cancel\":\"" + orders.orderId("BTCUSD", Side.SELL, "11")
                        + "\",\"userId\":\"replay-seller\"}\n");
        assertThat(new ReplayOrders("run2").orderId("BTCUSD", Side.SELL, "11"))
                .isNotEqualTo(orders.orderId("BTCUSD", Side.SELL, "11"));
    }

    @Test
    @EnabledIfSystemProperty(named = "trading.order-flow", matches = ".+")
    void recordedFlowIsReadWithoutABadRow() throws IOException {
        Path file = Path.of(System.getProperty("trading.order-flow", ""));

        List<FlowRow> rows = rows(file);

        assertThat(rows).noneMatch(FlowRow.Bad.class::isInstance).hasAtLeastOneElementOfType(FlowRow.Add.class)
                .hasAtLeastOneElementOfType(FlowRow.Cancel.class);
        assertThat(rows.getLast().line()).isEqualTo(rows.size() + 1);
    }

    private static List<FlowRow> rows(Path file) throws IOException {
        List<FlowRow> rows = new ArrayList<>();
        try (OrderFlow flow = OrderFlow.open(file)) {
            for (FlowRow row = flow.next(); row != null; row = flow.next()) {
                rows.add(row);
            }
        }
        return rows;
    }
}
