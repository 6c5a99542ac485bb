package trading.system.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A dashboard's file, as Grafana reads it. */
record Dashboard(Path file, JsonNode json) {

    private static final JsonMapper JSON = new JsonMapper();

    /** A panel that shows something: no heading. */
    record Panel(JsonNode json) {

        int id() {
            return json.path("id").asInt();
        }

        String title() {
            return json.path("title").asString();
        }

        String description() {
            return json.path("description").asString("");
        }

        String unit() {
            return json.at("/fieldConfig/defaults/unit").asString("");
        }

        List<String> dataSources() {
            return Stream.concat(Stream.of(json), stream(json.path("targets")))
                    .map(each -> each.at("/datasource/uid").asString("none")).toList();
        }

        List<String> expressions() {
            return stream(json.path("targets")).map(target -> target.path("expr").asString()).toList();
        }
    }

    static List<Dashboard> all(Path checkout) throws IOException {
        List<Dashboard> dashboards = new ArrayList<>();
        try (Stream<Path> files = Files.list(checkout.resolve("infra/grafana/dashboards"))) {
            for (Path file : files.filter(file -> file.toString().endsWith(".json")).sorted().toList()) {
                dashboards.add(new Dashboard(file, JSON.readTree(Files.readString(file))));
            }
        }
        return dashboards;
    }

    String uid() {
        return json.path("uid").asString();
    }

    List<Panel> panels() {
        return stream(json.path("panels")).filter(panel -> !panel.path("type").asString().equals("row")).map(Panel::new)
                .toList();
    }

    /** What the variables are asked by. */
    List<String> variables() {
        return stream(json.at("/templating/list")).map(variable -> variable.path("definition").asString()).toList();
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    @Override
    public String toString() {
        return String.valueOf(file.getFileName());
    }
}
