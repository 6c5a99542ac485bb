package trading.system.figures;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/** An alert of the rules for Prometheus. */
record Alert(String name, String expression, Map<String, String> annotations) {

    static List<Alert> all(Path checkout) throws IOException {
        Map<String, List<Map<String, Object>>> file = new Yaml()
                .load(Files.readString(checkout.resolve("infra/prometheus/rules/pipeline.yml")));
        List<Alert> alerts = new ArrayList<>();
        for (Map<String, Object> group : file.getOrDefault("groups", List.of())) {
            for (Object rule : (List<?>) group.getOrDefault("rules", List.of())) {
                alerts.add(of((Map<?, ?>) rule));
            }
        }
        return alerts;
    }

    @SuppressWarnings("unchecked")
    private static Alert of(Map<?, ?> rule) {
        return new Alert(String.valueOf(rule.get("alert")), String.valueOf(rule.get("expr")),
                (Map<String, String>) requireNonNull(rule.get("annotations"), "annotations"));
    }
}
