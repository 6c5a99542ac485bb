package trading.system.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Options of {@code load} with which a search measures: the load of the rounds, but for a shorter time. */
public final class SearchOptions {

    private static final int WARM_SALES = 20_000;
    private static final int WARM_TIMES = 3;

    private SearchOptions() {}

    /**
     * What a setting of a search is measured with.
     *
     * @param ofRounds what the rounds are measured with
     * @param seconds for how long
     */
    public static List<String> of(List<String> ofRounds, int seconds) {
        Map<String, String> decided = new LinkedHashMap<>();
        decided.put("--warm-up-sales", Integer.toString(WARM_SALES));
        decided.put("--warm-up-max", WARM_TIMES * seconds + "s");
        decided.put("--seconds", Integer.toString(seconds));
        decided.put("--catch-up", "5s");
        List<String> options = new ArrayList<>();
        // Each of these takes a value, and none may be given twice.
        for (int i = 0; i < ofRounds.size(); i++) {
            String option = ofRounds.get(i);
            if (decided.containsKey(option)) {
                i++;
            } else if (decided.keySet().stream().noneMatch(name -> option.startsWith(name + "="))) {
                options.add(option);
            }
        }
        decided.forEach((name, value) -> options.addAll(List.of(name, value)));
        return options;
    }
}
