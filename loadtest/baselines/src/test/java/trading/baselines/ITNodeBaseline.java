package trading.baselines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trading.local.Launch;
import trading.local.Ports;
import trading.local.Server;
import trading.local.ServerProcess;
import trading.testing.TestDatabase;

/** The baseline on Node.js keeps the contract, in both ways of writing. Needs node and npm. */
@Tag("node")
class ITNodeBaseline {

    private static final Path FOLDER = Path.of("node").toAbsolutePath();
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int INSTALL_MINUTES = 5;

    @SuppressWarnings("NullAway.Init")
    private static TestDatabase database;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        if (!Files.isDirectory(FOLDER.resolve("node_modules"))) {
            Process npm = new ProcessBuilder("npm", "ci").directory(FOLDER.toFile()).inheritIO().start();
            assertThat(npm.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES) && npm.exitValue() == 0).as("npm ci").isTrue();
        }
        database = TestDatabase.start();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "parallel"})
    void keepsTheContract(String persist) throws Exception {
        String prefix = Contract.newPrefix("node");
        try (ServerProcess node = ServerProcess.start(node(persist, Ports.free()));
                Contract contract = new Contract(url(node), database, prefix)) {
            contract.tradesAsThePipelineDoes();
            contract.tellsWhatWaits();
            contract.refusesWhatBreaksALimit();
            contract.goesOnFromTheLastTradeId(0);
        }
        try (ServerProcess again = ServerProcess.start(node(persist, Ports.free()));
                Contract contract = new Contract(url(again), database, prefix)) {
            contract.goesOnFromTheLastTradeId(2);
        }
    }

    /** Waits until it serves; its name is its URL. */
    private static String url(ServerProcess node) throws IOException, InterruptedException {
        node.awaitReady();
        return node.name();
    }

    private Server node(String persist, int port) {
        String hostAndDatabase = database.r2dbcUrl().substring("r2dbc:mysql://".length());
        Launch launch = new Launch("http://127.0.0.1:" + port,
                List.of("node", FOLDER.resolve("main.js").toString(), "--port", Integer.toString(port), "--engines",
                        "3", "--persist", persist),
                Map.of("DATABASE_URL",
                        "mysql://" + database.username() + ":" + database.password() + "@" + hostAndDatabase),
                folder.resolve("node.log"), LIMIT, true);
        return new Server() {

            @Override
            public Launch launch() {
                return launch;
            }

            @Override
            public boolean isReady() {
                try {
                    HttpURLConnection connection = (HttpURLConnection) URI
                            .create(launch.name() + "/actuator/health/readiness").toURL().openConnection();
                    int status = connection.getResponseCode();
                    connection.disconnect();
                    return status == HttpURLConnection.HTTP_OK;
                } catch (IOException e) {
                    return false;
                }
            }

            @Override
            public Duration startLimit() {
                return LIMIT;
            }
        };
    }
}
