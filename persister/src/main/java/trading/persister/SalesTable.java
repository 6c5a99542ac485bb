package trading.persister;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where sales and closed orders are kept. Every method blocks, and may be called by several threads at once. */
interface SalesTable {

    /** Rows that were not in the table before. */
    record NewRows(int sales, int closedOrders) {

        int total() {
            return sales + closedOrders;
        }
    }

    /**
     * Returns when every row is in the table, whether this call wrote it or it was there already. After an exception some
     * of the rows may have been written; writing all of them again is always right.
     *
     * @return the rows that were not there before
     * @throws ConflictingRow if another row has the key of one of these
     * @throws UnwritableRow if one of these can never be written
     * @throws RuntimeException any other: the database could not be asked, or not now
     */
    NewRows write(List<SaleRow> sales, List<ClosedOrderRow> closedOrders);

    /** Rows that stop their partition: trying again would not help. */
    abstract sealed class RefusedRow extends RuntimeException {

        private static final long serialVersionUID = 1;

        private RefusedRow(String message) {
            super(message, null, false, false);
        }
    }

    /** A row of the table has the same key and other contents. */
    final class ConflictingRow extends RefusedRow {

        private static final long serialVersionUID = 1;

        /** {@code SALES (apple, 7) QUANTITY: 5 (expected: 3, as the table has it)}. */
        ConflictingRow(String table, List<?> key, String column, @Nullable Object value, @Nullable Object inTable) {
            super(table + " (" + String.join(", ", key.stream().map(String::valueOf).toList()) + ") " + column + ": "
                    + value + " (expected: " + inTable + ", as the table has it)");
        }
    }

    /** No table could take the row: a value does not fit its column. */
    final class UnwritableRow extends RefusedRow {

        private static final long serialVersionUID = 1;

        UnwritableRow(String table, String reason) {
            super(table + ": " + reason);
        }
    }
}
