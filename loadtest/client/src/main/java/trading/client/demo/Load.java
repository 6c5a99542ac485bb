package trading.client.demo;

import java.time.Duration;

/**
 * How the demo sends.
 *
 * @param connections requests under way at most, each on a connection of its own
 * @param chunk orders in a request, an even number
 * @param rate orders a second, 0 for as many as the pipeline takes
 * @param maxBehind how long orders may wait to be traded before sending waits for them
 */
record Load(int connections, int chunk, int rate, Duration maxBehind) {}
