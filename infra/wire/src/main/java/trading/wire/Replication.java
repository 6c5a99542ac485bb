package trading.wire;

/**
 * How a topic is replicated.
 *
 * @param factor in how many brokers a record is kept, in the partition where it is in the fewest
 * @param minInsyncReplicas how many of them must have it before it is acknowledged
 */
public record Replication(int factor, int minInsyncReplicas) {}
