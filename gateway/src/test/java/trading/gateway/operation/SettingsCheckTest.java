package trading.gateway.operation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;
import trading.gateway.OrderProperties;
import trading.gateway.RequestProperties;
import trading.gateway.ResultProperties;
import trading.gateway.market.MarketProperties;

class SettingsCheckTest {

    /** What a JVM with {@code -Xmx320m} and the serial collector, as on the local stack, says that it has. */
    private static final DataSize HEAP = DataSize.ofMegabytes(309);

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({RequestProperties.class, OrderProperties.class, ResultProperties.class,
        MarketProperties.class,
        KafkaProperties.class})
    static class Settings {}

    private final ApplicationContextRunner settings = new ApplicationContextRunner()
            .withInitializer(new ConfigDataApplicationContextInitializer()).withUserConfiguration(Settings.class);

    @Test
    void theDefaultsFitTogetherInTheHeapOfTheLocalStack() {
        assertProblems("trading.gateway.max-backlog=5s");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            spring.kafka.consumer.isolation-level=read_uncommitted | spring.kafka.consumer.isolation-level: read_uncommitted (expected: read_committed; what was aborted is no result)
            spring.lifecycle.timeout-per-shutdown-phase=5s | spring.lifecycle.timeout-per-shutdown-phase: 5s (expected: at least drain and ack-timeout of trading.gateway together, 11s; a stop would cut off answers that are due)
            trading.gateway.ack-timeout=30s | spring.lifecycle.timeout-per-shutdown-phase: 12s (expected: at least drain and ack-timeout of trading.gateway together, 31s; a stop would cut off answers that are due)
            trading.gateway.drain=3s | spring.lifecycle.timeout-per-shutdown-phase: 12s (expected: at least drain and ack-timeout of trading.gateway together, 13s; a stop would cut off answers that are due)
            trading.gateway.max-body-size=4GB | trading.gateway.max-body-size: 4294967296B (expected: 1024B to 1048576B)
            trading.gateway.max-line-size=0 | trading.gateway.max-line-size: 0B (expected: 1024B to 1048576B)
            trading.gateway.max-in-flight-bytes=0 | trading.gateway.max-in-flight-bytes: 0B (expected: 1B to 324009984B)
            trading.gateway.results-cache-size=-1B | trading.gateway.results-cache-size: -1B (expected: 0B to 324009984B)
            trading.gateway.ack-timeout=1s | trading.gateway.ack-timeout: 1s (expected: at least trading.gateway.max-ack-wait, 2s; nobody would know what became of orders that should have been refused)
            trading.gateway.backlog-interval=6s | trading.gateway.max-backlog: 5s (expected: at least trading.gateway.backlog-interval, 6s; it is not measured more finely)
            trading.gateway.max-unpersisted-backlog=100ms | trading.gateway.max-unpersisted-backlog: 100ms (expected: at least trading.gateway.backlog-interval, 500ms; it is not measured more finely)
            spring.kafka.producer.buffer-memory=1MB | spring.kafka.producer.buffer-memory: 1048576 (expected: more than trading.gateway.max-in-flight-bytes, 33554432; orders would be refused for want of memory)
            trading.gateway.results-cache-size=256MB | max-in-flight-bytes, results-cache-size, idempotency-cache and market of trading.gateway: 378 MB (expected: at most three quarters of the heap, 231 MB; lower them, or raise -Xmx)
            """)
    void whatDoesNotFitIsToldOf(String setting, String problem) {
        assertProblems(setting, problem);
    }

    private void assertProblems(String setting, String... problems) {
        settings.withPropertyValues(setting)
                .run(context -> assertThat(SettingsCheck
                        .of(context.getBean(RequestProperties.class), context.getBean(OrderProperties.class),
                                context.getBean(ResultProperties.class),
                                context.getBean(MarketProperties.class), context.getBean(KafkaProperties.class),
                                context.getEnvironment(), HEAP)
                        .problems()).containsExactly(problems));
    }
}
