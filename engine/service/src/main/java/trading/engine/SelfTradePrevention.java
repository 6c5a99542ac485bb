package trading.engine;

import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import trading.market.SelfTrades;
import trading.wire.Topics;

/** The rules for orders of the same user that meet, as an engine's settings give them. Safe for use by any thread. */
final class SelfTradePrevention {

    /** What an exception looks like: {@code apple=close-newer}. */
    static final String EXCEPTION = "[A-Za-z0-9._-]{1,32}=(none|close-older|close-newer|close-both)";

    private SelfTradePrevention() {}

    /** The rules of a partition: its batches carry them, so exceptions of other partitions' products are left out. */
    static SelfTrades of(EngineProperties properties, int partition) {
        SortedMap<String, SelfTrades.Rule> exceptions = new TreeMap<>();
        for (String exception : properties.selfTradePreventionExceptions()) {
            String productId = productId(exception);
            SelfTrades.Rule rule = rule(exception);
            if (Topics.partition(productId) == partition && rule != properties.selfTradePrevention()) {
                exceptions.put(productId, rule);
            }
        }
        return new SelfTrades(properties.selfTradePrevention(), exceptions);
    }

    /** Products that have more than one exception. */
    static List<String> ambiguous(EngineProperties properties) {
        List<String> products = properties.selfTradePreventionExceptions().stream()
                .map(SelfTradePrevention::productId).toList();
        return products.stream().filter(product -> products.indexOf(product) != products.lastIndexOf(product))
                .distinct().toList();
    }

    private static String productId(String exception) {
        return exception.substring(0, exception.indexOf('='));
    }

    private static SelfTrades.Rule rule(String exception) {
        return SelfTrades.Rule.valueOf(
                exception.substring(exception.indexOf('=') + 1).replace('-', '_').toUpperCase(Locale.ROOT));
    }
}
