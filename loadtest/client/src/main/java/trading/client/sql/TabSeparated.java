package trading.client.sql;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Rows as {@code mysql --batch} prints them: a line of column names, then a line a row, tabs between; {@code NULL} for
 * null; a tab, a newline, a backslash or a zero byte within a value is escaped.
 */
final class TabSeparated {

    private TabSeparated() {}

    /** Prints all rows; nothing at all, not even the column names, where there are none. */
    static void print(ResultSet rows, PrintWriter out) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        StringBuilder line = new StringBuilder();
        boolean first = true;
        while (rows.next()) {
            if (first) {
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    append(line, i, columns.getColumnLabel(i));
                }
                println(line, out);
                first = false;
            }
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                append(line, i, rows.getString(i));
            }
            println(line, out);
        }
    }

    private static void println(StringBuilder line, PrintWriter out) {
        out.print(line.append('\n'));
        line.setLength(0);
    }

    private static void append(StringBuilder line, int column, @Nullable String value) {
        if (column > 1) {
            line.append('\t');
        }
        line.append(field(value));
    }

    /** One value as it stands in a line. */
    static String field(@Nullable String value) {
        if (value == null) {
            return "NULL";
        }
        return value.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\0", "\\0");
    }
}
