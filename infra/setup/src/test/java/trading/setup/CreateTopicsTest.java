package trading.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CreateTopicsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            KAFKA_BOOTSTRAP_SERVERS   |      | KAFKA_BOOTSTRAP_SERVERS: missing (expected: HOST:PORT,…)
            KAFKA_REPLICATION         | 0    | KAFKA_REPLICATION: 0 (expected: a whole number, 1 to 9)
            KAFKA_REPLICATION         | two  | KAFKA_REPLICATION: two (expected: a whole number, 1 to 9)
            KAFKA_MIN_INSYNC_REPLICAS | 4    | KAFKA_MIN_INSYNC_REPLICAS: 4 (expected: a whole number, 1 to 3)
            KAFKA_WAIT_SECONDS        | 9999 | KAFKA_WAIT_SECONDS: 9999 (expected: a whole number, 0 to 3600)
            """)
    void sayWhatIsWrong(String name, @Nullable String value, String message) throws Exception {
        Map<String, String> environment = new HashMap<>(Map.of("KAFKA_BOOTSTRAP_SERVERS", "127.0.0.1:1"));
        environment.put(name, value == null ? "" : value);

        assertThat(errorsOf(environment)).isEqualTo(message + System.lineSeparator());
    }

    @Test
    void whatTheClientCannotUseIsSaidInALine() throws Exception {
        assertThat(errorsOf(Map.of("KAFKA_BOOTSTRAP_SERVERS", "kafka"))).startsWith("Kafka's client: ")
                .contains("kafka").hasLineCount(1);
    }

    @Test
    void aKafkaThatDoesNotAnswerEndsTheWait() throws Exception {
        assertThat(errorsOf(Map.of("KAFKA_BOOTSTRAP_SERVERS", "127.0.0.1:1", "KAFKA_WAIT_SECONDS", "0")))
                .contains("no topics within 0 s", "expected: Kafka at 127.0.0.1:1, with at least 3 brokers)");
    }

    @Test
    void brokersWithoutAnAddressAreWaitedForAsWell() throws Exception {
        long began = System.nanoTime();
        assertThat(errorsOf(Map.of("KAFKA_BOOTSTRAP_SERVERS", "nobody.invalid:9092", "KAFKA_WAIT_SECONDS", "2")))
                .contains("no topics within 2 s", "expected: Kafka at nobody.invalid:9092, with at least 3 brokers)",
                        "No resolvable bootstrap urls");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofSeconds(1));
    }

    private static String errorsOf(Map<String, String> environment) throws InterruptedException {
        PrintStream errors = System.err;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try {
            System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
            assertThat(CreateTopics.run(environment)).isEqualTo(1);
        } finally {
            System.setErr(errors);
        }
        return written.toString(StandardCharsets.UTF_8);
    }
}
