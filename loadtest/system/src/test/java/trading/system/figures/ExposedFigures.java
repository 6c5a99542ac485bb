package trading.system.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import trading.local.Stack;
import trading.local.StackFile.StackProcess;

/** What the services of a running stack expose, held against the page about it, and against dashboards and alerts. */
public final class ExposedFigures {

    private static final Set<String> SERVICES = Set.of("gateway", "engine", "persister");
    private static final String OURS = "trading_";
    private static final String LARGEST = "_max";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Map<String, String> texts;

    /** @param texts what each service exposes, in Prometheus' format */
    ExposedFigures(Map<String, String> texts) {
        this.texts = texts;
    }

    /** Asks every service. */
    public static ExposedFigures of(Stack stack) throws IOException, InterruptedException {
        Map<String, String> texts = new HashMap<>();
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (StackProcess process : stack.processes()) {
                if (SERVICES.contains(process.service())) {
                    HttpResponse<String> answer = client.send(
                            HttpRequest
                                    .newBuilder(
                                            URI.create("http://127.0.0.1:" + process.port() + "/actuator/prometheus"))
                                    .timeout(TIMEOUT).build(),
                            HttpResponse.BodyHandlers.ofString());
                    texts.merge(process.service(), answer.body(), String::concat);
                }
            }
        }
        return new ExposedFigures(texts);
    }

    /** Every metric of ours is on the page with its type and tags, and nothing else is. */
    public void assertDocumented(Path checkout) throws IOException {
        assertDocumented(MetricsPage.read(checkout));
    }

    void assertDocumented(MetricsPage page) {
        assertThat(texts.keySet()).isEqualTo(SERVICES).isEqualTo(page.ours().keySet());
        texts.forEach((service, text) -> {
            Map<String, Family> exposed = new TreeMap<>(Family.read(text));
            exposed.keySet().removeIf(name -> !name.startsWith(OURS) || isLargestOf(name, exposed));
            assertThat(exposed).as(service).isEqualTo(page.ours().get(service));
        });
        page.others().forEach((name, services) -> services.forEach(service -> assertThat(
                Family.read(texts.getOrDefault(service, ""))).as(service).containsKey(name)));
    }

    private static boolean isLargestOf(String name, Map<String, Family> families) {
        return name.endsWith(LARGEST)
                && families.containsKey(name.substring(0, name.length() - LARGEST.length()));
    }

    /** Every query of dashboards and alerts asks for what some service exposes. */
    public void assertAnswerQueries(Path checkout) throws IOException {
        Set<String> series = new TreeSet<>();
        texts.values().forEach(text -> series.addAll(Family.samples(text)));
        assertThat(Query.all(checkout)).isNotEmpty()
                .allSatisfy(query -> assertThat(series).as(query.where()).containsAll(query.metrics()));
    }
}
