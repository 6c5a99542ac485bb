package trading.gateway.database;

import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Objects;

/** What columns hold, of rows that always hold something there. */
public final class Columns {

    private Columns() {}

    /**
     * What a column holds.
     *
     * @throws NullPointerException with the column's name if it holds nothing
     */
    public static <T> T value(Readable row, String column, Class<T> type) {
        return Objects.requireNonNull(row.get(column, type), column);
    }

    /** A moment, which the database has in UTC without saying so, in epoch milliseconds. */
    public static long millis(Readable row, String column) {
        return value(row, column, LocalDateTime.class).toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    /** What the database has for a moment in epoch milliseconds. */
    public static LocalDateTime time(long millis) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    }
}
