package trading.system.figures;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;
import trading.command.Checkout;

/** What can be said of dashboards and alerts without a running service. */
class FiguresTest {

    private static final Path CHECKOUT = Checkout.of(FiguresTest.class);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            up | up
            sum by (instance) (rate(a_total{b="c{}", d=~"e.f"}[$__rate_interval])) * 60 | a_total
            max(a{x="1"}) > 2 and on (b) deriv(max(c)[2m:10s]) > 0 or absent(d) | a c d
            histogram_quantile(0.99, sum by (le) (rate(a_bucket[1m]))) | a_bucket
            a offset 5m unless sum without(x, y) (b) / ignoring(c) group_left(d) e | a b e
            - 1e9 * job:a:rate5m{x='y'} >= bool 1 | job:a:rate5m
            """)
    void metricsAreToldFromEverythingElse(String expression, String metrics) {
        assertThat(Promql.metrics(expression)).containsExactlyInAnyOrder(metrics.split(" "));
    }

    @Test
    void aSelectionWithoutANameIsRefused() {
        assertThatThrownBy(() -> Promql.metrics("sum({__name__=~\"a|b\"})"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    static List<Dashboard> dashboards() throws IOException {
        return Dashboard.all(CHECKOUT);
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyPanelHasAUnitADescriptionAndTheProvisionedDataSource(Dashboard dashboard) {
        assertThat(dashboard.panels()).isNotEmpty().allSatisfy(panel -> {
            assertThat(panel.description()).as(panel.title()).endsWith(".").hasSizeGreaterThan(5);
            assertThat(panel.unit()).as(panel.title()).isNotEmpty();
            assertThat(panel.expressions()).as(panel.title()).isNotEmpty().noneMatch(each -> each.contains("vector("));
            assertThat(panel.dataSources()).as(panel.title()).containsOnly("prometheus");
        });
        assertThat(dashboard.panels().stream().map(Dashboard.Panel::id)).doesNotHaveDuplicates();
        assertThat(dashboard.panels().stream().map(Dashboard.Panel::title)).doesNotHaveDuplicates();
        assertThat(dashboard.variables()).satisfiesExactly(
                namespace -> assertThat(namespace).endsWith(", namespace)"),
                instance -> assertThat(instance).endsWith("namespace=~\"$namespace\"}, instance)"));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyQuerySelectsByApplicationNamespaceAndInstance(Dashboard dashboard) {
        assertThat(dashboard.panels().stream().flatMap(panel -> panel.expressions().stream()))
                .allMatch(each -> each.contains("application=")
                        && each.contains("namespace=~\"$namespace\", instance=~\"$instance\""))
                .noneMatch(each -> each.contains("job="));
    }

    @Test
    void filesAreNamedAsTheirDashboardsAndKubernetesGetsAllOfThem() throws IOException {
        assertThat(dashboards()).extracting(Dashboard::toString, Dashboard::uid).allSatisfy(
                pair -> assertThat(pair.toList().getFirst()).isEqualTo(pair.toList().getLast() + ".json"));
        assertThat(generated("infra/grafana/dashboards"))
                .containsExactlyInAnyOrderElementsOf(dashboards().stream().map(Dashboard::toString).toList());
    }

    @Test
    void everyAlertLeadsToAParagraphOfTheRunbook() throws IOException {
        Set<String> paragraphs = Set.copyOf(Files.readAllLines(CHECKOUT.resolve("docs/runbook.md")));
        assertThat(Alert.all(CHECKOUT)).isNotEmpty().allSatisfy(alert -> {
            assertThat(alert.annotations()).containsKeys("summary", "description").containsEntry("runbook_url",
                    "docs/runbook.md#" + alert.name().toLowerCase(Locale.ROOT));
            assertThat(paragraphs).contains("## " + alert.name());
        });
    }

    @Test
    void everyQueryAsksForWhatThePageNames() throws IOException {
        Set<String> documented = MetricsPage.read(CHECKOUT).series();
        assertThat(Query.all(CHECKOUT)).isNotEmpty()
                .allSatisfy(query -> assertThat(documented).as(query.where()).containsAll(query.metrics()));
    }

    private static List<String> generated(String folder) throws IOException {
        Map<String, List<Map<String, List<String>>>> kustomization = new Yaml()
                .load(Files.readString(CHECKOUT.resolve(folder).resolve("kustomization.yaml")));
        return requireNonNull(kustomization.get("configMapGenerator")).getFirst().getOrDefault("files", List.of());
    }
}
