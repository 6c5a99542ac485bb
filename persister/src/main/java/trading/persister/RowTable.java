package trading.persister;

import static java.util.stream.Collectors.joining;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/**
 * One table that rows are only ever added to, each once.
 *
 * <p>Many rows go in by {@link RowLoads}. Those that do not, and few, go in by plain multi-row {@code INSERT} statements, each
 * of which the database takes whole or not at all. Kafka delivers again after a crash, so a statement may meet keys that are
 * there already: it fails, the rows with these keys are read and compared field by field, equal ones are skipped and the rest is
 * inserted. {@code INSERT IGNORE} and upserts would be shorter and would hide a row that is different.
 *
 * <p>Rows are inserted in the order of their keys, so that two persisters that write the same rows at once, as they may for
 * a moment when a partition moves, mostly wait for each other. A duplicate that fails takes a lock all the same, so a circle
 * is still possible: the database breaks it, and the statement that gave way is sent again.
 *
 * @param <R> the row
 */
final class RowTable<R> {

    /**
     * A column, and what a row has in it. Java's type of the value is the one that the column is read as; a value that cannot be
     * written throws {@link SalesTable.UnwritableRow}.
     */
    record Column<R>(String name, Class<?> type, Function<R, @Nullable Object> value) {}

    /** Characters of a row of {@code SALES} in a statement, more or less. */
    private static final int ROW_LENGTH = 256;

    private static final int DUPLICATE_KEY = 1062;

    /** The database chose this statement to give way, and has taken nothing of it. */
    private static final int DEADLOCK = 1213;

    /** How often a statement gives way before it counts as failed. */
    private static final int MAX_DEADLOCKS = 20;

    /** Error codes of MySQL and MariaDB that are the row's fault: out of range, too long, no such character, null, check. */
    private static final Set<Integer> UNWRITABLE = Set.of(1048, 1264, 1265, 1292, 1366, 1367, 1406, 1690, 3819, 3988,
            4025);

    private final String name;
    private final List<Column<R>> columns;
    private final int keyColumns;
    private final Comparator<R> byKey;
    private final int maxRows;
    private final RowLoads loads;
    private final String insert;
    private final String load;
    private final RepeatedText select;

    /**
     * @param keyColumns how many of the columns, from the first, are the primary key
     * @param byKey the order of the primary key
     * @param maxRows rows of one statement
     * @param loads where many rows go first
     */
    RowTable(String name, List<Column<R>> columns, int keyColumns, Comparator<R> byKey, int maxRows, RowLoads loads) {
        this.name = name;
        this.columns = columns;
        this.keyColumns = keyColumns;
        this.byKey = byKey;
        this.maxRows = maxRows;
        this.loads = loads;
        String names = columns.stream().map(Column::name).collect(joining(","));
        String key = columns.stream().limit(keyColumns).map(column -> column.name() + "=?")
                .collect(joining(" AND ", "(", ")"));
        this.insert = "INSERT INTO " + name + " (" + names + ") VALUES ";
        this.load = "LOAD DATA LOCAL INFILE ? INTO TABLE " + name + " CHARACTER SET ascii (" + names + ")";
        this.select = new RepeatedText("SELECT " + names + " FROM " + name + " WHERE ", key, " OR ", maxRows);
    }

    /** Whether a server that says this may be asked again: of other rows, or of the same after a deadlock. */
    static boolean isAboutRows(int errorCode) {
        return errorCode == DUPLICATE_KEY || errorCode == DEADLOCK || UNWRITABLE.contains(errorCode);
    }

    /** As {@link SalesTable#write}. */
    int write(DatabaseConnections connections, List<R> rows) {
        int written = 0;
        for (int from = 0; from < rows.size(); from += maxRows) {
            List<R> chunk = new ArrayList<>(rows.subList(from, Math.min(from + maxRows, rows.size())));
            chunk.sort(byKey);
            written += writeChunk(connections, chunk);
        }
        return written;
    }

    private int writeChunk(DatabaseConnections connections, List<R> chunk) {
        if (loaded(chunk) || inserted(connections, chunk)) {
            return chunk.size();
        }
        List<R> missing = missing(connections, chunk);
        // A further clash means that another persister writes the same rows at this moment, and has written more of them.
        while (!missing.isEmpty() && !inserted(connections, missing)) {
            List<R> fewer = missing(connections, chunk);
            if (fewer.size() >= missing.size()) {
                throw new IllegalStateException(name + ": " + fewer.size() + " rows neither found nor inserted");
            }
            missing = fewer;
        }
        return missing.size();
    }

    /** Adds the rows all at once if they are many and all of their values are plain; otherwise none. */
    private boolean loaded(List<R> rows) {
        if (!loads.takes(rows.size())) {
            return false;
        }
        StringBuilder lines = new StringBuilder(rows.size() * ROW_LENGTH);
        for (R row : rows) {
            for (Column<R> column : columns) {
                @Nullable
                Object value = column.value().apply(row);
                if (value == null) {
                    lines.append("\\N");
                } else if (!Literal.append(value, "", lines)) {
                    return false;
                }
                lines.append('\t');
            }
            lines.setCharAt(lines.length() - 1, '\n');
        }
        return loads.load(load, lines, rows.size());
    }

    /** Inserts the rows; false if any of their keys is there already, and then none is inserted. */
    private boolean inserted(DatabaseConnections connections, List<R> rows) {
        int deadlocks = 0;
        while (true) {
            try {
                insert(connections, rows);
                return true;
            } catch (R2dbcException e) {
                if (e.getErrorCode() == DUPLICATE_KEY) {
                    return false;
                }
                if (UNWRITABLE.contains(e.getErrorCode())) {
                    throw new SalesTable.UnwritableRow(name, String.valueOf(e.getMessage()));
                }
                if (e.getErrorCode() != DEADLOCK || ++deadlocks > MAX_DEADLOCKS) {
                    throw e;
                }
            }
        }
    }

    private void insert(DatabaseConnections connections, List<R> rows) {
        StringBuilder text = new StringBuilder(insert.length() + rows.size() * ROW_LENGTH).append(insert);
        List<Object> parameters = new ArrayList<>();
        // Before a connection is used: a row may refuse to be written.
        for (R row : rows) {
            appendRow(row, text, parameters);
            text.append(',');
        }
        text.setLength(text.length() - 1);
        connections.run(rows.size(), connection -> {
            Statement statement = connection.createStatement(text.toString());
            for (int i = 0; i < parameters.size(); i++) {
                statement.bind(i, parameters.get(i));
            }
            return Flux.from(statement.execute()).flatMap(Result::getRowsUpdated).then();
        });
    }

    private void appendRow(R row, StringBuilder text, List<Object> parameters) {
        char before = '(';
        for (Column<R> column : columns) {
            text.append(before);
            appendValue(column.value().apply(row), text, parameters);
            before = ',';
        }
        text.append(')');
    }

    private static void appendValue(@Nullable Object value, StringBuilder text, List<Object> parameters) {
        if (value == null) {
            text.append("NULL");
        } else if (!Literal.append(value, "'", text)) {
            text.append('?');
            parameters.add(value);
        }
    }

    /** The rows of the chunk that the table does not have, each once. */
    private List<R> missing(DatabaseConnections connections, List<R> chunk) {
        Map<List<@Nullable Object>, @Nullable Object[]> known = present(connections, chunk);
        List<R> missing = new ArrayList<>();
        for (R row : chunk) {
            @Nullable
            Object[] values = values(row);
            @Nullable
            Object @Nullable [] before = known.putIfAbsent(key(values), values);
            if (before == null) {
                missing.add(row);
            } else {
                requireSame(values, before);
            }
        }
        return missing;
    }

    private Map<List<@Nullable Object>, @Nullable Object[]> present(DatabaseConnections connections, List<R> chunk) {
        Map<List<@Nullable Object>, @Nullable Object[]> present = new HashMap<>();
        connections.run(chunk.size(), connection -> select(connection, chunk)
                .doOnNext(values -> present.put(key(values), values)).then());
        return present;
    }

    private Flux<@Nullable Object[]> select(Connection connection, List<R> chunk) {
        Statement statement = connection.createStatement(select.times(chunk.size()));
        int index = 0;
        for (R row : chunk) {
            for (Column<R> column : columns.subList(0, keyColumns)) {
                statement.bind(index++, Objects.requireNonNull(column.value().apply(row)));
            }
        }
        return Flux.from(statement.execute()).flatMap(result -> result.map(this::read));
    }

    private @Nullable Object[] values(R row) {
        @Nullable
        Object[] values = new @Nullable Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = columns.get(i).value().apply(row);
        }
        return values;
    }

    private @Nullable Object[] read(Readable row) {
        @Nullable
        Object[] values = new @Nullable Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row.get(i, columns.get(i).type());
        }
        return values;
    }

    private List<@Nullable Object> key(@Nullable Object[] values) {
        return Arrays.asList(values).subList(0, keyColumns);
    }

    private void requireSame(@Nullable Object[] values, @Nullable Object[] inTable) {
        for (int i = 0; i < values.length; i++) {
            if (!Objects.equals(values[i], inTable[i])) {
                throw new SalesTable.ConflictingRow(name, key(values), columns.get(i).name(), values[i], inTable[i]);
            }
        }
    }

    /** A statement's text for any number of rows, cut from the one for the most. */
    private static final class RepeatedText {

        private final String longest;
        private final int head;
        private final int part;
        private final int separator;

        RepeatedText(String head, String part, String separator, int most) {
            this.longest = head + (part + separator).repeat(most);
            this.head = head.length();
            this.part = part.length() + separator.length();
            this.separator = separator.length();
        }

        String times(int count) {
            return longest.substring(0, head + count * part - separator);
        }
    }
}
