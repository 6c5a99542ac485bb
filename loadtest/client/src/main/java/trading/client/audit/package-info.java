/** Trades the orders log again by the published batches, and compares what must come out with what did. */
@NullMarked
package trading.client.audit;

import org.jspecify.annotations.NullMarked;
