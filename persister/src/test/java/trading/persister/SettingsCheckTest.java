package trading.persister;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

class SettingsCheckTest {

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({PersisterProperties.class, KafkaProperties.class})
    static class Settings {}

    private final ApplicationContextRunner settings = new ApplicationContextRunner()
            .withInitializer(new ConfigDataApplicationContextInitializer()).withUserConfiguration(Settings.class);

    @Test
    void theDefaultsFitTogether() {
        assertProblems("trading.persister.concurrency=2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            spring.kafka.consumer.isolation-level=read_uncommitted | spring.kafka.consumer.isolation-level: read_uncommitted (expected: read_committed; sales of aborted transactions never happened)
            spring.kafka.consumer.enable-auto-commit=true | spring.kafka.consumer.enable-auto-commit: true (expected: false; offsets move on when rows are written, not before)
            spring.kafka.consumer.auto-offset-reset=latest | spring.kafka.consumer.auto-offset-reset: latest (expected: earliest; a new group would skip sales)
            spring.kafka.producer.properties.max.request.size=1048576 | max.request.size of the producer: 1048576 (expected: at least 2097152; a larger poison record would stop its partition)
            spring.kafka.producer.properties.enable.idempotence=false | enable.idempotence of the producer: false (expected: true; results would change places)
            trading.persister.max-retry-delay=50ms | trading.persister.max-retry-delay: 50ms (expected: at least trading.persister.retry-delay, 100ms)
            trading.persister.publish-timeout=20s | trading.persister.publish-timeout: 20s (expected: at least the producer's delivery.timeout.ms, 30s; a result would still be on its way when it is published again)
            spring.kafka.consumer.max-poll-interval=30s | max.poll.interval.ms of the consumer: 30s (expected: at least connect-timeout, statement-timeout and publish-timeout of trading.persister together, 65s; Kafka would give the partitions away in the middle of a write)
            trading.persister.statement-timeout=5m | max.poll.interval.ms of the consumer: 300s (expected: at least connect-timeout, statement-timeout and publish-timeout of trading.persister together, 345s; Kafka would give the partitions away in the middle of a write)
            """)
    void whatDoesNotFitIsToldOf(String setting, String problem) {
        assertProblems(setting, problem);
    }

    private void assertProblems(String setting, String... problems) {
        settings.withPropertyValues(setting)
                .run(context -> assertThat(SettingsCheck
                        .of(context.getBean(PersisterProperties.class), context.getBean(KafkaProperties.class))
                        .problems()).containsExactly(problems));
    }
}
