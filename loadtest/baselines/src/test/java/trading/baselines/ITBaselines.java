package trading.baselines;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import trading.baselines.sales.DatabaseAddress;
import trading.local.Ports;
import trading.testing.TestDatabase;

/** Every baseline that runs in a JVM keeps the contract, on a real database. */
class ITBaselines {

    @SuppressWarnings("NullAway.Init")
    private static TestDatabase database;

    static final Iterable<String> names = Baseline.NAMES;

    @BeforeAll
    static void startDatabase() {
        database = TestDatabase.start();
    }

    @ParameterizedTest
    @FieldSource("names")
    void keepsTheContract(String name) throws Exception {
        String prefix = Contract.newPrefix(name);
        try (Baseline baseline = Baseline.start(name, settings(Ports.free()));
                Contract contract = new Contract(baseline.url(), database, prefix)) {
            contract.tradesAsThePipelineDoes();
            contract.tellsWhatWaits();
            contract.refusesWhatBreaksALimit();
            contract.goesOnFromTheLastTradeId(0);
        }
        try (Baseline again = Baseline.start(name, settings(Ports.free()));
                Contract contract = new Contract(again.url(), database, prefix)) {
            contract.goesOnFromTheLastTradeId(2);
        }
    }

    private static Settings settings(int port) {
        URI url = URI.create(database.r2dbcUrl().substring("r2dbc:".length()));
        return new Settings("127.0.0.1", port, 3, Duration.ofMillis(3), Duration.ofHours(1), new DatabaseAddress(
                url.getHost(), url.getPort(), url.getPath().substring(1), database.username(), database.password()));
    }
}
