package trading.wire;

/** The schema of the database, as the services that read and write it need it. */
public final class Schema {

    /** The version that they were built for; newer ones only add to it. */
    public static final long VERSION = 2;

    /** A query for the installed version: one row, one column; 0 where no migration has come through. */
    public static final String INSTALLED = "SELECT COALESCE(MAX(CAST(version AS SIGNED)), 0) AS INSTALLED"
            + " FROM flyway_schema_history WHERE success";

    /** A query for how many of the indexes by user there are, which are an option: one row, one column. */
    public static final String USER_INDEXES_INSTALLED = "SELECT COUNT(DISTINCT INDEX_NAME) AS INSTALLED"
            + " FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE()"
            + " AND INDEX_NAME IN ('SALES_BY_BUYER', 'SALES_BY_SELLER', 'CLOSED_ORDERS_BY_USER')";

    /** How many there are to be. */
    public static final long USER_INDEXES = 3;

    /** MySQL's error code for that query where the migrations have never been run. */
    public static final int NO_SUCH_TABLE = 1146;

    private Schema() {}

    /** What to say of an older version. */
    public static String tooOld(long version) {
        return "schema version: " + version + " (expected: " + VERSION
                + "; run the migrations: java -jar mysql.jar, or the setup image's schema)";
    }
}
