package trading.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import trading.wire.Topics;

class ITTestServers {

    @Test
    void oneKafkaForAllWhichNobodyKills() throws Exception {
        assertThat(TestKafka.start()).isSameAs(TestKafka.start());
        assertThat(topics(TestKafka.start())).contains(Topics.ORDERS, Topics.SALES, Topics.RESULTS);
        assertThatThrownBy(() -> TestKafka.start().kill()).hasMessageContaining("startOwn()");
    }

    @Test
    void anOwnKafkaIsKilledAndComesBackWithItsTopics() throws Exception {
        try (TestKafka kafka = TestKafka.startOwn()) {
            kafka.kill();
            kafka.restart();
            assertThat(topics(kafka)).contains(Topics.ORDERS);
        }
    }

    @Test
    void oneDatabaseForAllWithTheSchema() throws SQLException {
        assertThat(TestDatabase.start()).isSameAs(TestDatabase.start());
        assertThat(hasSales(TestDatabase.start())).isTrue();
    }

    @Test
    @DisabledIfSystemProperty(named = "trading.mysql.url", matches = ".+", disabledReason = "the given server is not ours to kill; without one given, this test runs")
    void anOwnDatabaseIsKilledAndComesBackWithItsTables() throws SQLException {
        try (TestDatabase database = TestDatabase.startOwn()) {
            database.kill();
            database.restart();
            assertThat(hasSales(database)).isTrue();
        }
    }

    private static Iterable<String> topics(TestKafka kafka) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            return admin.listTopics().names().get();
        }
    }

    private static boolean hasSales(TestDatabase database) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), database.username(),
                database.password())) {
            return connection.createStatement().executeQuery("SELECT COUNT(*) FROM SALES").next();
        }
    }
}
