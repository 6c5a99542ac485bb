package trading.market;

import java.util.UUID;

/**
 * Closes an open order of this user; anything else is ignored.
 *
 * @param orderId the order to close
 * @param userId who asks; only the owner's cancel counts
 */
public record CancelOrder(UUID orderId, String userId) implements Command {}
