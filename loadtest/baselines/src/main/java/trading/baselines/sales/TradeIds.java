package trading.baselines.sales;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** What the table SALES knows of earlier runs. */
public final class TradeIds {

    private TradeIds() {}

    /** The last trade id of every product. */
    public static Map<String, Long> read(DatabaseAddress database) throws SQLException {
        Map<String, Long> lastTradeIds = new HashMap<>();
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), database.username(),
                database.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement
                        .executeQuery("SELECT PRODUCT_ID, MAX(TRADE_ID) FROM SALES GROUP BY PRODUCT_ID")) {
            while (rows.next()) {
                lastTradeIds.put(rows.getString(1), rows.getLong(2));
            }
        }
        return lastTradeIds;
    }
}
