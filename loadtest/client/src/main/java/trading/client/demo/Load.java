package trading.client.demo;

import java.time.Duration;

/**
 * How the demo sends.
 *
 * @param connections requests under way at most, each on a connection of its own
 * @param chunk orders in a request, an even number; fewer at a low rate
 * @param rate orders a second, 0 for as many as the pipeline takes
 * @param maxBehind how long orders may wait to be traded before sending waits for them
 */
record Load(int connections, int chunk, int rate, Duration maxBehind) {

    private static final int REQUESTS_A_SECOND = 10;

    /** At a low rate, requests are smaller: else they would be seconds apart. */
    Load {
        if (rate > 0) {
            chunk = Math.clamp(rate / (2 * REQUESTS_A_SECOND) * 2L, 2, chunk);
        }
    }
}
