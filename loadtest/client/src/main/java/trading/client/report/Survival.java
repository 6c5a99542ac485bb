package trading.client.report;

/**
 * What a system still knew after all its processes but the database were killed under load.
 *
 * @param accepted orders that it had accepted before
 * @param lost orders among them that are neither in a row of SALES nor known to whoever asks for their result
 * @param secondsToServe from the kill until it served again
 */
public record Survival(long accepted, long lost, double secondsToServe) {}
