package trading.system.figures;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What differs between the page and what services expose is found, on whichever side it is. */
class ExposedFiguresTest {

    private static final String PAGE = """
            ## gateway
            | `trading_orders_total` | counter | orders | `kind`: what |
            ## engine
            | `trading_engine_wait_seconds` | histogram | s | |
            ## persister
            | `trading_persister_rows_total` | counter | rows | `table`: which |
            ## Of others
            | `jvm_memory_used_bytes` | all | bytes | |
            """;

    private static final String MEMORY = """
            # TYPE jvm_memory_used_bytes gauge
            jvm_memory_used_bytes{application="a",area="heap"} 1.0
            """;

    private static final String GATEWAY = MEMORY + """
            # TYPE trading_orders_total counter
            trading_orders_total{application="gateway",kind="place"} 3.0
            """;

    private static final String ENGINE = MEMORY + """
            # TYPE trading_engine_wait_seconds histogram
            trading_engine_wait_seconds_bucket{application="engine",le="0.001"} 3
            trading_engine_wait_seconds_count{application="engine"} 3
            trading_engine_wait_seconds_sum{application="engine"} 0.1
            # TYPE trading_engine_wait_seconds_max gauge
            trading_engine_wait_seconds_max{application="engine"} 0.1
            """;

    private static final String PERSISTER = MEMORY + """
            # TYPE trading_persister_rows_total counter
            trading_persister_rows_total{application="persister",table="sales"} 3.0
            """;

    @Test
    void whatIsExposedIsWhatIsDocumented() {
        compare(PAGE, GATEWAY);
        compare(PAGE, exposed("jvm_threads_live_threads", "gauge"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            gateway;   | `trading_orders_lost_total` | counter | orders | |
            engine;    | `trading_orders_total` | counter | orders | `kind`: what |
            Of others; | `jvm_threads_live_threads` | all | threads | |
            """)
    void whatIsDocumentedAndNotExposedIsFound(String section, String row) {
        String heading = "## " + section + "\n";
        assertFound(PAGE.replace(heading, heading + row + "\n"), GATEWAY);
    }

    @ParameterizedTest
    @CsvSource({"trading_orders_lost_total, counter", "trading_engine_wait_seconds, histogram"})
    void whatIsExposedAndNotDocumentedIsFound(String name, String type) {
        assertFound(PAGE, exposed(name, type));
    }

    @ParameterizedTest
    @CsvSource({"| counter | orders, | gauge | orders", "`kind`, `side`", "`kind`: what, ''"})
    void whatIsDocumentedOtherwiseIsFound(String exposed, String documented) {
        assertFound(PAGE.replace(exposed, documented), GATEWAY);
    }

    @Test
    void aServiceThatExposesNothingIsFound() {
        assertFound(PAGE, "");
    }

    private static String exposed(String name, String type) {
        return GATEWAY + "# TYPE " + name + " " + type + "\n" + name + "{application=\"gateway\"} 1.0\n";
    }

    private static void assertFound(String page, String gateway) {
        assertThatThrownBy(() -> compare(page, gateway)).isInstanceOf(AssertionError.class);
    }

    private static void compare(String page, String gateway) {
        new ExposedFigures(Map.of("gateway", gateway, "engine", ENGINE, "persister", PERSISTER))
                .assertDocumented(MetricsPage.read(page.lines().toList()));
    }
}
