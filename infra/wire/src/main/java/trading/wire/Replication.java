package trading.wire;

import org.jspecify.annotations.Nullable;

/**
 * How a topic is replicated, and what is deleted of it.
 *
 * @param factor in how many brokers a record is kept, in the partition where it is in the fewest
 * @param minInsyncReplicas how many of them must have it before it is acknowledged
 * @param electsUnclean whether a replica that is behind may become the one that counts
 * @param cleanupPolicy what is deleted: what is old, or what a later record of the same key replaces; {@code null} if it is not said
 */
public record Replication(int factor, int minInsyncReplicas, boolean electsUnclean, @Nullable String cleanupPolicy) {

    /** Why none may. */
    public static final String UNCLEAN_ELECTION = "a replica that is behind would lose what was acknowledged";
}
