package trading.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class KafkaEnvironmentTest {

    @Test
    void variablesNamePropertiesOfClients() {
        assertThat(KafkaEnvironment.client("broker:9092",
                Map.of("KAFKA_CLIENT_SECURITY_PROTOCOL", "SASL_SSL", "KAFKA_CLIENT_SSL_TRUSTSTORE_LOCATION", "/ca.pem",
                        "KAFKA_CLIENT_BOOTSTRAP_SERVERS", "other:9092", "KAFKA_REPLICATION", "3", "PATH", "/bin")))
                .containsExactlyInAnyOrderEntriesOf(Map.of("bootstrap.servers", "broker:9092", "security.protocol",
                        "SASL_SSL", "ssl.truststore.location", "/ca.pem"));
    }
}
