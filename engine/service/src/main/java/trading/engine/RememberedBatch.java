package trading.engine;

import java.util.List;
import java.util.UUID;

/**
 * What must not be taken again after a batch.
 *
 * @param number of the batch
 * @param nowMillis the batch's moment
 * @param ids made by clients, of the orders that were filled or closed in it
 */
record RememberedBatch(long number, long nowMillis, List<UUID> ids) {}
