package trading.client.replay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import trading.client.CommandFailed;
import trading.market.Side;
import trading.wire.InvalidField;
import trading.wire.Limits;

/**
 * Order flow as a venue received it: a CSV file, plain or gzipped, with the columns of {@link #HEADER}. Limits of prices
 * and quantities are not checked here: the gateway must refuse what breaks them. For one thread.
 */
final class OrderFlow implements AutoCloseable {

    /** The first line of every file. */
    static final String HEADER = "time_ns,type,order_id,side,quantity,price_ticks_1e4,symbol";

    private static final int COLUMNS = 7;

    private final Path file;
    private final BufferedReader lines;
    private long line;

    private OrderFlow(Path file, BufferedReader lines) {
        this.file = file;
        this.lines = lines;
    }

    /**
     * Opens a file.
     *
     * @throws CommandFailed if it is none of order flow
     */
    static OrderFlow open(Path file) throws IOException {
        if (!canRead(file)) {
            throw new CommandFailed(file + ": cannot be read (expected: a file of order flow)");
        }
        OrderFlow flow = new OrderFlow(file,
                new BufferedReader(new InputStreamReader(bytes(file), StandardCharsets.UTF_8)));
        String header = flow.readLine();
        if (header == null) {
            flow.close();
            throw new CommandFailed(file + ": empty (expected: a file of order flow)");
        }
        if (!HEADER.equals(header)) {
            flow.close();
            throw new CommandFailed(file + ", line 1: " + header + " (expected: " + HEADER + ")");
        }
        return flow;
    }

    /** Whether there is a file, of whatever. */
    static boolean canRead(Path file) {
        return Files.isReadable(file) && !Files.isDirectory(file);
    }

    private static InputStream bytes(Path file) throws IOException {
        InputStream bytes = Files.newInputStream(file);
        if (!file.toString().endsWith(".gz")) {
            return bytes;
        }
        try {
            return new GZIPInputStream(bytes);
        } catch (IOException e) {
            bytes.close();
            throw new CommandFailed(file + ", line 1: not gzipped (expected: as its name says)", e);
        }
    }

    /** The next row, {@code null} at the end. */
    @Nullable
    FlowRow next() throws IOException {
        String text = readLine();
        if (text == null) {
            return null;
        }
        try {
            return row(line, text.split(",", -1));
        } catch (InvalidField e) {
            return new FlowRow.Bad(line, e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private @Nullable String readLine() {
        line++;
        try {
            return lines.readLine();
        } catch (IOException e) {
            throw new CommandFailed(
                    file + ", line " + line + ": " + e.getMessage() + " (expected: a file that is whole)", e);
        }
    }

    private static FlowRow row(long line, String[] columns) {
        if (columns.length != COLUMNS) {
            throw new InvalidField("columns", columns.length, Integer.toString(COLUMNS));
        }
        number("time_ns", columns[0]);
        String orderId = Limits.clientOrderId("order_id", columns[2]);
        Side side = switch (columns[3]) {
            case "buy" -> Side.BUY;
            case "sell" -> Side.SELL;
            default -> throw new InvalidField("side", columns[3], "buy or sell");
        };
        long quantity = number("quantity", columns[4]);
        long priceTicks = number("price_ticks_1e4", columns[5]);
        String symbol = Limits.productId("symbol", columns[6]);
        return switch (columns[1]) {
            case "add" -> new FlowRow.Add(line, orderId, side, quantity, priceTicks, symbol);
            case "cancel" -> new FlowRow.Cancel(line, orderId, side, symbol);
            default -> throw new InvalidField("type", columns[1], "add or cancel");
        };
    }

    private static long number(String field, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new InvalidField(field, text, "a whole number");
        }
    }
}
