package trading.client.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import trading.client.stack.Stack.StackProcess;

class EngineSalesTest {

    private final List<HttpServer> started = new ArrayList<>();

    @AfterEach
    void stop() {
        started.forEach(server -> server.stop(0));
    }

    @Test
    void whoGoesOnCountsFromWhatHeHadSold() throws Exception {
        assertThat(look(engine("engine-1", 200, 700)).since(look(engine("engine-1", 200, 500))))
                .isEqualTo(new EngineSales(Map.of("engine-1", 200L), Set.of()));
    }

    @Test
    void whoBeganAnewCountsFromZero() throws Exception {
        assertThat(look(engine("engine-1", 200, 70)).since(look(engine("engine-1", 200, 500))))
                .isEqualTo(new EngineSales(Map.of("engine-1", 70L), Set.of()));
    }

    @Test
    void whoCameMeanwhileCountsAndWhoWentDoesNot() throws Exception {
        assertThat(look(engine("engine-2", 200, 70)).since(look(engine("engine-1", 200, 500))))
                .isEqualTo(new EngineSales(Map.of("engine-2", 70L), Set.of()));
    }

    @Test
    void whoDoesNotAnswerIsSilent() throws Exception {
        StackProcess gone = engine("engine-1", 200, 500);
        started.removeFirst().stop(0);

        EngineSales without = look(gone, engine("engine-2", 503, 500), engine("engine-3", 200, 10));

        assertThat(without).isEqualTo(new EngineSales(Map.of("engine-3", 10L), Set.of("engine-1", "engine-2")));
        EngineSales all = look(engine("engine-1", 200, 600), engine("engine-2", 200, 600), engine("engine-3", 200, 15));
        assertThat(all.since(without)).as("what they sold before would be taken for new")
                .isEqualTo(new EngineSales(Map.of("engine-3", 5L), Set.of("engine-1", "engine-2")));
        assertThat(without.since(all))
                .isEqualTo(new EngineSales(Map.of("engine-3", 10L), Set.of("engine-1", "engine-2")));
    }

    @Test
    void readsAMetricWithAndWithoutLabels() {
        String text = """
                # TYPE trading_engine_sales_total counter
                trading_engine_sales_total{application="engine"} 1.25E6
                trading_engine_sales_total 5.0
                trading_engine_sales_totals 7.0
                """;

        assertThat(EngineSales.metric(text, "trading_engine_sales_total")).isEqualTo(1_250_005);
        assertThat(EngineSales.metric("", "trading_engine_sales_total")).isZero();
    }

    private static EngineSales look(StackProcess... engines) throws InterruptedException {
        return EngineSales.of(new Stack("http://127.0.0.1:1", null,
                Stack.Database.of("database", "mysql://user:password@127.0.0.1:1/trading"), List.of(engines)));
    }

    private StackProcess engine(String name, int status, long sales) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        started.add(server);
        server.createContext("/actuator/prometheus", exchange -> {
            byte[] metrics = ("trading_engine_sales_total{application=\"engine\"} " + sales + "\n")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, metrics.length);
            exchange.getResponseBody().write(metrics);
            exchange.close();
        });
        server.start();
        return new StackProcess(name, "engine", 1, server.getAddress().getPort());
    }
}
