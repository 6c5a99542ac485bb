package trading.testing;

import java.io.IOException;

/** One running server, whatever it runs in. */
interface Instance {

    /** SIGKILL; returns when it is gone. */
    void kill();

    /** SIGSTOP: it keeps its connections and does nothing, until {@link #resume} or {@link #kill}. */
    void stall() throws IOException, InterruptedException;

    /** SIGCONT. */
    void resume() throws IOException, InterruptedException;

    /** Starts it again on the same port with the data that it left; returns when it serves. */
    void restart() throws IOException, InterruptedException;

    /** Ends it and removes its data. */
    void close() throws IOException;
}
