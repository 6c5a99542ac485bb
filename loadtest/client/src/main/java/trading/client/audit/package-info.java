/**
 * The audit: trades the orders log again by the published batches, keeps books of its own beside it, and holds rows, results,
 * dead letters and checkpoints against both. {@code PartitionAudit} is where to begin to read.
 */
@NullMarked
package trading.client.audit;

import org.jspecify.annotations.NullMarked;
