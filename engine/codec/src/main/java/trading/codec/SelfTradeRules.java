package trading.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import trading.market.SelfTrades;
import trading.wire.proto.Batch;
import trading.wire.proto.SelfTradeException;
import trading.wire.proto.SelfTradeRule;

/**
 * What a batch says of orders of the same user that meet.
 *
 * <p>Safe for use by any thread.
 */
public final class SelfTradeRules {

    private SelfTradeRules() {}

    /**
     * The rules that a batch was traded with.
     *
     * @throws IllegalArgumentException for a rule that this version does not know
     */
    public static SelfTrades read(Batch batch) {
        if (batch.getSelfTradesValue() == 0 && batch.getSelfTradeExceptionsCount() == 0) {
            return SelfTrades.ALLOWED;
        }
        SortedMap<String, SelfTrades.Rule> exceptions = new TreeMap<>();
        for (SelfTradeException exception : batch.getSelfTradeExceptionsList()) {
            exceptions.put(exception.getProductId(), read(exception.getRule()));
        }
        return new SelfTrades(read(batch.getSelfTrades()), exceptions);
    }

    static SelfTradeRule write(SelfTrades.Rule rule) {
        return switch (rule) {
            case NONE -> SelfTradeRule.SELF_TRADE_RULE_UNSPECIFIED;
            case CLOSE_OLDER -> SelfTradeRule.CLOSE_OLDER;
            case CLOSE_NEWER -> SelfTradeRule.CLOSE_NEWER;
            case CLOSE_BOTH -> SelfTradeRule.CLOSE_BOTH;
        };
    }

    /** By product, in the order of their names. */
    static List<SelfTradeException> exceptions(SelfTrades selfTrades) {
        List<SelfTradeException> exceptions = new ArrayList<>(selfTrades.exceptions().size());
        selfTrades.exceptions().forEach((productId, rule) -> exceptions
                .add(SelfTradeException.newBuilder().setProductId(productId).setRule(write(rule)).build()));
        return exceptions;
    }

    private static SelfTrades.Rule read(SelfTradeRule rule) {
        return switch (rule) {
            case SELF_TRADE_RULE_UNSPECIFIED -> SelfTrades.Rule.NONE;
            case CLOSE_OLDER -> SelfTrades.Rule.CLOSE_OLDER;
            case CLOSE_NEWER -> SelfTrades.Rule.CLOSE_NEWER;
            case CLOSE_BOTH -> SelfTrades.Rule.CLOSE_BOTH;
            case UNRECOGNIZED -> throw new IllegalArgumentException(
                    "self_trades: a rule that is not known (expected: CLOSE_OLDER, CLOSE_NEWER, CLOSE_BOTH or none)");
        };
    }
}
