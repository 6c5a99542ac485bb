package trading.local;

import java.io.IOException;
import java.time.Duration;

/** Something that runs as a process of its own and serves on a port. */
public interface Server {

    /** Makes what the process needs to start, and says how to start it. Called before every start. */
    Launch launch() throws IOException;

    /** Whether it serves now. May take as long as one short request; never throws. */
    boolean isReady();

    /** How long it may take from its start until it serves. */
    Duration startLimit();
}
