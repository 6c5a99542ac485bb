package trading.client.load;

import java.util.Locale;
import trading.client.stack.SalesTable;
import trading.client.stack.Stack;

/** How many sales there are. For one thread. */
interface SalesCount extends AutoCloseable {

    /** So far. */
    long soFar() throws InterruptedException;

    /** Whether what {@link #soFar} says since an earlier look is what is there, in words. */
    String check() throws InterruptedException;

    @Override
    void close();

    /**
     * Rows of SALES, by the last trade id of each product, and counted one by one for the check.
     *
     * @throws trading.client.CommandFailed if the database does not answer
     */
    static SalesCount rows(Stack.Database database) {
        SalesTable table = new SalesTable(database);
        SalesTable.Counts before = table.counts();
        return new SalesCount() {

            @Override
            public long soFar() {
                return table.lastTradeIds();
            }

            @Override
            public String check() {
                SalesTable.Counts now = table.counts();
                long ids = now.lastTradeIds() - before.lastTradeIds();
                long rows = now.rows() - before.rows();
                return String.format(Locale.ROOT,
                        "rows of SALES since the start: %,d counted, %,d by their trade ids%s",
                        rows, ids, rows == ids ? "" : ": THEY DIFFER");
            }

            @Override
            public void close() {
                table.close();
            }
        };
    }
}
