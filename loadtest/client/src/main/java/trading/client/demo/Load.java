package trading.client.demo;

/**
 * How the demo sends.
 *
 * @param connections requests under way at most, each on a connection of its own
 * @param chunk orders in a request, an even number
 * @param rate orders a second, 0 for as many as the pipeline takes
 * @param maxOrdersBehind orders not yet traded from which sending waits
 * @param maxBatchesBehind batches not yet in the database from which sending waits
 */
record Load(int connections, int chunk, int rate, long maxOrdersBehind, long maxBatchesBehind) {}
