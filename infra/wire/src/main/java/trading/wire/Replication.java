package trading.wire;

/**
 * How a topic is replicated.
 *
 * @param factor in how many brokers a record is kept, in the partition where it is in the fewest
 * @param minInsyncReplicas how many of them must have it before it is acknowledged
 * @param electsUnclean whether a replica that is behind may become the one that counts
 */
public record Replication(int factor, int minInsyncReplicas, boolean electsUnclean) {

    /** Why none may. */
    public static final String UNCLEAN_ELECTION = "a replica that is behind would lose what was acknowledged";
}
