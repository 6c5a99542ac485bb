package trading.wire;

/** The schema of the database, as the services that read and write it need it. */
public final class Schema {

    /** The version that they were built for; newer ones only add to it. */
    public static final long VERSION = 2;

    /** A query for the installed version: one row, one column; 0 where no migration has come through. */
    public static final String INSTALLED = "SELECT COALESCE(MAX(CAST(version AS SIGNED)), 0) AS INSTALLED"
            + " FROM flyway_schema_history WHERE success";

    /** MySQL's error code for that query where the migrations have never been run. */
    public static final int NO_SUCH_TABLE = 1146;

    private Schema() {}

    /** What to say of an older version. */
    public static String tooOld(long version) {
        return "schema version: " + version + " (expected: " + VERSION
                + "; run the migrations: java -jar mysql.jar, or the setup image's schema)";
    }
}
