package trading.client.load;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import trading.client.CommandFailed;
import trading.client.stack.SalesTable;
import trading.client.stack.Stack;

/**
 * Rows of SALES, by the last trade id of each product, and counted one by one for the check. While the database does not
 * answer, what it said last is what is there, and each look asks it anew.
 */
final class SalesRows implements SalesCount {

    private final Stack.Database database;
    private final Duration away;
    private final SalesTable.Counts before;
    private @Nullable SalesTable table;
    private long last;
    /** When the first of the questions in a row was asked that were not answered. */
    private @Nullable Long awaySinceNanos;
    private int unanswered;

    /**
     * @param away for so long the database may be away
     * @throws CommandFailed if the database does not answer
     */
    SalesRows(Stack.Database database, Duration away) {
        this.database = database;
        this.away = away;
        this.before = counts();
        this.last = before.lastTradeIds();
    }

    /** @throws CommandFailed if the database has been away for too long */
    @Override
    public long soFar() {
        long askedNanos = System.nanoTime();
        try {
            last = table().lastTradeIds();
            awaySinceNanos = null;
        } catch (CommandFailed e) {
            close();
            unanswered++;
            long sinceNanos = awaySinceNanos == null ? askedNanos : awaySinceNanos;
            awaySinceNanos = sinceNanos;
            if (System.nanoTime() - sinceNanos >= away.toNanos()) {
                throw new CommandFailed(e.getMessage() + " (and so for " + away.toSeconds() + " s)", e);
            }
        }
        return last;
    }

    @Override
    public Check check() {
        SalesTable.Counts now = counts();
        long ids = now.lastTradeIds() - before.lastTradeIds();
        long rows = now.rows() - before.rows();
        // A table may have lacked rows at the start, as long as they were still being written.
        boolean isWhole = now.rows() == now.lastTradeIds();
        String difference = rows == ids ? "" : isWhole ? ", with those that were late then" : ": THEY DIFFER";
        return new Check(
                String.format(Locale.ROOT, "rows of SALES since the start: %,d counted, %,d by their trade ids%s%s",
                        rows, ids, difference, unanswered == 0
                                ? ""
                                : String.format(Locale.ROOT, "; the database did not answer %,d times", unanswered)),
                rows == ids || isWhole);
    }

    @Override
    public void close() {
        if (table != null) {
            table.close();
            table = null;
        }
    }

    private SalesTable table() {
        SalesTable open = table;
        if (open == null) {
            open = new SalesTable(database);
            open.answersWithin(away);
            table = open;
        }
        return open;
    }

    /** What is counted one by one may take longer than a look. */
    private SalesTable.Counts counts() {
        try (SalesTable own = new SalesTable(database)) {
            return own.counts();
        }
    }
}
