package trading.market;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What happens when a purchase order and a sales order of the same user meet, product by product.
 *
 * @param otherwise for products that are no exception
 * @param exceptions by product
 */
public record SelfTrades(Rule otherwise, SortedMap<String, Rule> exceptions) {

    /** A user may trade with themselves, whatever the product. */
    public static final SelfTrades ALLOWED = new SelfTrades(Rule.NONE, new TreeMap<>());

    /** What is done when the two meet. "Older" is what came first in the log. */
    public enum Rule {
        /** They trade. */
        NONE,
        /** The older order is closed. */
        CLOSE_OLDER,
        /** The newer order is closed. */
        CLOSE_NEWER,
        /** Both are closed. */
        CLOSE_BOTH
    }

    /** Keeps a copy of the exceptions. */
    public SelfTrades {
        exceptions = Collections.unmodifiableSortedMap(new TreeMap<>(exceptions));
    }

    /** The rule of a product. */
    public Rule of(String productId) {
        return exceptions.isEmpty() ? otherwise : exceptions.getOrDefault(productId, otherwise);
    }
}
