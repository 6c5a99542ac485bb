package trading.client.stack;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the engines of a stack sold since a moment, such as their start, by their own counts.
 *
 * @param sales of those that answered, by name
 * @param silent the names of those that did not
 */
public record EngineSales(Map<String, Long> sales, Set<String> silent) {

    /**
     * What was sold since an earlier look. Who began meanwhile, or began anew, counts from zero: what he sold before his end
     * nobody tells. Who did not answer at one of the two looks is silent.
     */
    public EngineSales since(EngineSales before) {
        Map<String, Long> growth = new LinkedHashMap<>();
        sales.forEach((engine, now) -> {
            if (!before.silent.contains(engine)) {
                long start = before.sales.getOrDefault(engine, 0L);
                growth.put(engine, now < start ? now : now - start);
            }
        });
        Set<String> unknown = new TreeSet<>(before.silent);
        unknown.addAll(silent);
        return new EngineSales(growth, unknown);
    }
}
