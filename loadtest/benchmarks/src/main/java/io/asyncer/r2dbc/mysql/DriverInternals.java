package io.asyncer.r2dbc.mysql;

import io.asyncer.r2dbc.mysql.constant.ZeroDateOption;
import java.time.ZoneOffset;

/** What of the driver is needed without a server, and can be had from its own package only. */
public final class DriverInternals {

    private static final int LOCAL_INFILE_BUFFER_BYTES = 8 * 1024;

    private DriverInternals() {}

    /** What the driver knows of a session before it has heard of its server. */
    public static ConnectionContext newSession() {
        return new ConnectionContext(ZeroDateOption.USE_NULL, null, LOCAL_INFILE_BUFFER_BYTES, true, true,
                ZoneOffset.UTC);
    }

    /** How many parameters a statement has. */
    public static int parameters(Query query) {
        return query.getParameters();
    }
}
