package trading.system.figures;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A metric as a service exposes it, or as its page tells.
 *
 * @param type counter, gauge, histogram or summary
 * @param tags without those that all have
 */
record Family(String type, Set<String> tags) {

    private static final Pattern TYPE = Pattern.compile("# TYPE (\\w+) (\\w+)");
    private static final Pattern SAMPLE = Pattern.compile("(\\w+)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");

    /** All of a text in Prometheus' format, by name. */
    static Map<String, Family> read(String text) {
        Map<String, Family> families = new HashMap<>();
        String name = "";
        for (String line : text.lines().toList()) {
            Matcher type = TYPE.matcher(line);
            Matcher sample = SAMPLE.matcher(line);
            if (type.matches()) {
                name = type.group(1);
                families.put(name, new Family(type.group(2), new TreeSet<>()));
            } else if (!line.startsWith("#") && sample.matches() && sample.group(2) != null) {
                Family family = families.get(name);
                Matcher label = LABEL.matcher(sample.group(2));
                while (family != null && label.find()) {
                    family.tags.add(label.group(1));
                }
            }
        }
        families.values().forEach(family -> family.tags.removeAll(Set.of("application", "le")));
        return families;
    }

    /** The names of all samples of a text. */
    static Set<String> samples(String text) {
        Set<String> names = new TreeSet<>();
        text.lines().filter(line -> !line.startsWith("#")).map(SAMPLE::matcher).filter(Matcher::matches)
                .forEach(sample -> names.add(sample.group(1)));
        return names;
    }
}
