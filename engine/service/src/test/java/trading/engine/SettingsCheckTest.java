package trading.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import trading.market.SelfTrades;
import trading.wire.Topics;

class SettingsCheckTest {

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({EngineProperties.class, KafkaProperties.class})
    static class Settings {}

    private final ApplicationContextRunner settings = new ApplicationContextRunner()
            .withInitializer(new ConfigDataApplicationContextInitializer()).withUserConfiguration(Settings.class);

    @Test
    void theDefaultsFitTogether() {
        assertProblems("trading.engine.threads=2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            spring.kafka.streams.application-id=mine | spring.kafka.streams.application-id: mine (expected: engine; another group would trade every order a second time)
            spring.kafka.streams.properties.processing.guarantee=at_least_once | spring.kafka.streams.properties.processing.guarantee: at_least_once (expected: exactly_once_v2; a crash would lose or double sales)
            spring.kafka.streams.properties.main.consumer.auto.offset.reset=latest | spring.kafka.streams.properties.main.consumer.auto.offset.reset: latest (expected: earliest; a new group would skip orders)
            spring.kafka.streams.properties.producer.acks=1 | spring.kafka.streams.properties.producer.acks: 1 (expected: all; sales would die with their broker)
            spring.kafka.streams.properties.processing.exception.handler=mine | spring.kafka.streams.properties.processing.exception.handler: mine (expected: nothing; an order, or half of a batch, would be left out)
            spring.kafka.streams.properties.production.exception.handler=mine | spring.kafka.streams.properties.production.exception.handler: mine (expected: nothing; sales would be left out)
            spring.kafka.streams.properties.default.timestamp.extractor=mine | spring.kafka.streams.properties.default.timestamp.extractor: mine (expected: nothing; orders age by the broker's clock)
            spring.kafka.streams.properties.commit.interval.ms=5000 | spring.kafka.streams.properties.commit.interval.ms: 5000 (expected: nothing; trading.engine.commit-interval says it)
            spring.kafka.streams.properties.producer.transaction.timeout.ms=90000 | spring.kafka.streams.properties.producer.transaction.timeout.ms: 90000 (expected: nothing; trading.engine.transaction-timeout says it)
            trading.engine.changelog-segment=512KB | trading.engine.changelog-segment: 524288B (expected: 1MB to 1GB)
            trading.engine.changelog-segment=2GB | trading.engine.changelog-segment: 2147483648B (expected: 1MB to 1GB)
            trading.engine.commit-interval=5s | trading.engine.transaction-timeout: 6s (expected: at least four times trading.engine.commit-interval, 20s; Kafka would abort what is only slow)
            trading.engine.heartbeat-interval=3s | trading.engine.session-timeout: 6s (expected: at least three times trading.engine.heartbeat-interval, 9s; an engine would lose its partitions for one late heartbeat)
            trading.engine.batch-interval=30s | trading.engine.order-timeout: 60s (expected: at least four times trading.engine.batch-interval, 120s; orders would expire before they trade)
            trading.engine.max-open-orders=58001 | trading.engine.max-open-orders: 58001 (expected: at most 58000, with trading.engine.max-batch-commands at most 60000; if all closed at once, no changelog would take their ids)
            trading.engine.self-trade-prevention-exceptions=apple=none,pear=close-newer,apple=close-both | trading.engine.self-trade-prevention-exceptions: [apple] (expected: each product once)
            """)
    void whatDoesNotFitIsToldOf(String setting, String problem) {
        assertProblems(setting, problem);
    }

    @Test
    void aNewGroupBeginsWithTheFirstOrderWhateverOtherConsumersDo() {
        settings.withPropertyValues("spring.kafka.streams.properties.consumer.auto.offset.reset=latest")
                .run(context -> assertThat(StreamsSettings.of(context.getBean(EngineProperties.class),
                        context.getBean(KafkaProperties.class)))
                        .containsEntry("main.consumer.auto.offset.reset", "earliest"));
    }

    /** Kafka would answer at once that there is nothing, and be asked again, for as long as nothing comes. */
    @Test
    void whoDoesNotLetOrdersGatherIsToldOfTheFirst() {
        settings.withPropertyValues("trading.engine.fetch-wait=0ms")
                .run(context -> assertThat(StreamsSettings.of(context.getBean(EngineProperties.class),
                        context.getBean(KafkaProperties.class)))
                        .doesNotContainKeys("main.consumer.fetch.max.wait.ms", "main.consumer.fetch.min.bytes"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"apple,pear tree", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21"})
    void metersFewProductsWithNamesThatOrdersMayHave(String products) {
        settings.withPropertyValues("trading.engine.metered-products=" + products)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("meteredProducts"));
        settings.withPropertyValues("trading.engine.metered-products=apple,pear")
                .run(context -> assertThat(context.getBean(EngineProperties.class).meteredProducts())
                        .containsExactly("apple", "pear"));
    }

    @Test
    void figuresDoNotFillTheLog() {
        settings.withPropertyValues("trading.engine.figures-interval=99ms")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("figuresInterval"));
    }

    /** 30 without its unit is 30 ms. */
    @ParameterizedTest
    @ValueSource(strings = {"30", "999ms"})
    void ordersDoNotExpireForWantOfAUnit(String timeout) {
        settings.withPropertyValues("trading.engine.order-timeout=" + timeout)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("orderTimeout"));
        settings.withPropertyValues("trading.engine.order-timeout=1s")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aPartitionHasTheSelfTradeRulesOfItsProducts() {
        settings.withPropertyValues("trading.engine.self-trade-prevention=close-older",
                "trading.engine.self-trade-prevention-exceptions=apple=none,pear=close-older").run(context -> {
                    EngineProperties properties = context.getBean(EngineProperties.class);
                    SelfTrades apples = SelfTradePrevention.of(properties, Topics.partition("apple"));
                    assertThat(apples.of("apple")).isEqualTo(SelfTrades.Rule.NONE);
                    assertThat(apples.of("pear")).isEqualTo(SelfTrades.Rule.CLOSE_OLDER);
                    assertThat(SelfTradePrevention.of(properties, Topics.partition("pear")).exceptions()).isEmpty();
                });
        settings.run(context -> assertThat(SelfTradePrevention.of(context.getBean(EngineProperties.class), 0))
                .isEqualTo(SelfTrades.ALLOWED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"apple", "apple=close", "a b=none", "=none"})
    void selfTradeExceptionsNameAProductAndARule(String exception) {
        settings.withPropertyValues("trading.engine.self-trade-prevention-exceptions=" + exception)
                .run(context -> assertThat(context).getFailure().rootCause()
                        .hasMessageContaining("selfTradePreventionExceptions"));
    }

    private void assertProblems(String setting, String... problems) {
        settings.withPropertyValues(setting)
                .run(context -> assertThat(SettingsCheck.of(context.getBean(EngineProperties.class), StreamsSettings
                        .of(context.getBean(EngineProperties.class), context.getBean(KafkaProperties.class)))
                        .problems()).containsExactly(problems));
    }
}
