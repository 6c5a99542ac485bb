package trading.client.audit;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Counters of an audit. For one thread. */
public final class Counts {

    private final Map<Count, Long> counts = new EnumMap<>(Count.class);

    /** How many there are. */
    public long get(Count count) {
        return counts.getOrDefault(count, 0L);
    }

    void add(Count count, long more) {
        counts.merge(count, more, Long::sum);
    }

    void one(Count count) {
        add(count, 1);
    }

    void addAll(Counts others) {
        others.counts.forEach(this::add);
    }

    /** All of them, by names in camel case. */
    Map<String, Long> asMap() {
        Map<String, Long> named = new LinkedHashMap<>();
        for (Count count : Count.values()) {
            named.put(camelCase(count.name()), get(count));
        }
        return named;
    }

    private static String camelCase(String constant) {
        StringBuilder name = new StringBuilder();
        for (String word : constant.toLowerCase(Locale.ROOT).split("_", -1)) {
            name.append(name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return name.toString();
    }
}
