package trading.gateway.market;

import java.util.List;
import org.jspecify.annotations.Nullable;
import trading.wire.Price;

/**
 * A price in a book, as clients read it.
 *
 * @param price a decimal; {@code null} for purchase orders that take any price
 * @param quantity what all orders at this price want, or have; 0: none is left here
 * @param orders how many they are
 */
record DepthLevel(@Nullable String price, String quantity, int orders) {

    static DepthLevel of(long price, Total quantity, int orders) {
        return new DepthLevel(price == Book.ANY_PRICE ? null : Price.format(price), quantity.wholeText(), orders);
    }

    /** The first price of these that is one, {@code null} if none is. */
    static @Nullable String firstPrice(List<DepthLevel> levels) {
        for (DepthLevel level : levels) {
            if (level.price != null) {
                return level.price;
            }
        }
        return null;
    }

    /** The level without orders. */
    DepthLevel gone() {
        return new DepthLevel(price, "0", 0);
    }
}
