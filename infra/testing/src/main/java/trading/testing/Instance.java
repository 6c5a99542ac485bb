package trading.testing;

import java.io.IOException;

/** One running server, whatever it runs in. */
interface Instance {

    /** SIGKILL; returns when it is gone. */
    void kill();

    /** Starts it again on the same port with the data that it left; returns when it serves. */
    void restart() throws IOException, InterruptedException;

    /** Ends it and removes its data. */
    void close() throws IOException;
}
