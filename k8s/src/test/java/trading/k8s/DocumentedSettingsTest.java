package trading.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Documents name the services' own settings as they are, each of them, with its default. */
class DocumentedSettingsTest {

    private static final Path DOCS = Path.of("../docs");

    /** They tell of settings of their time, too. */
    private static final Set<String> HISTORY = Set.of("findings.md", "benchmarks.md");

    private static final Pattern SETTING = Pattern
            .compile("`(trading\\.(?:gateway|engine|persister|security|tracing)\\.[a-z][a-z.-]+)(?:=[^`]*)?`");

    /** A property's whole name, or what stands for one with the prefix of the one before. */
    private static final Pattern PROPERTY = Pattern.compile("`(…)?([a-z][a-z0-9.-]+)`");

    private static final Pattern AMOUNT = Pattern.compile("(\\d) (min|ms|s|KB|MB)\\b");

    private static final Map<String, String> DEFAULTS = ServiceSettings.defaults();

    /** A row of the limits' page: what it says of a limit, and a property that moves it. */
    record Limit(String told, String property) {}

    @Test
    void whatIsNamedExists() throws IOException {
        for (Path document : documents()) {
            Matcher name = SETTING.matcher(Files.readString(document));
            while (name.find()) {
                assertThat(DEFAULTS).as(document.toString()).containsKey(name.group(1));
            }
        }
    }

    @Test
    void whatExistsIsNamed() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path document : documents()) {
            all.append(Files.readString(document));
        }
        assertThat(DEFAULTS.keySet()).isNotEmpty().allMatch(name -> all.indexOf(name) >= 0
                || all.indexOf("`…" + name.substring(name.lastIndexOf('.') + 1) + "`") >= 0);
    }

    @ParameterizedTest
    @MethodSource("limits")
    void aLimitIsToldAsItIsByDefault(Limit limit) {
        String byDefault = DEFAULTS.get(limit.property());

        assertThat(byDefault).isNotNull();
        assertThat(limit.told()).containsPattern("(?<![\\d.])" + Pattern.quote(byDefault) + "(?!\\w)");
    }

    /** But for those that are told in words: what is off, or has no default that is one value. */
    static List<Limit> limits() throws IOException {
        List<Limit> limits = new ArrayList<>();
        for (String line : Files.readAllLines(DOCS.resolve("limits.md"))) {
            List<String> cells = Arrays.stream(line.split("\\|")).map(String::strip).toList();
            if (cells.size() > 4 && cells.getLast().startsWith("`trading.")) {
                properties(cells.getLast())
                        .filter(property -> !Set.of("", "0").contains(DEFAULTS.getOrDefault(property, "?")))
                        .forEach(property -> limits.add(new Limit(amounts(cells.get(2)), property)));
            }
        }
        return limits;
    }

    private static Stream<String> properties(String cell) {
        List<String> properties = new ArrayList<>();
        String prefix = "";
        Matcher name = PROPERTY.matcher(cell);
        while (name.find()) {
            if (name.group(1) == null) {
                prefix = name.group(2).substring(0, name.group(2).lastIndexOf('.') + 1);
                properties.add(name.group(2));
            } else {
                properties.add(prefix + name.group(2));
            }
        }
        return properties.stream().filter(property -> property.startsWith("trading."));
    }

    /** As settings are written: {@code 10m} for 10 min, {@code 4096} for 4,096. */
    private static String amounts(String told) {
        return AMOUNT.matcher(told.replace(",", ""))
                .replaceAll(amount -> amount.group(1) + (amount.group(2).equals("min") ? "m" : amount.group(2)));
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.list(DOCS)) {
            return Stream
                    .concat(Stream.of(Path.of("../README.md")), files.filter(file -> file.toString().endsWith(".md")))
                    .filter(file -> !HISTORY.contains(file.getFileName().toString()))
                    .collect(Collectors.toUnmodifiableList());
        }
    }
}
