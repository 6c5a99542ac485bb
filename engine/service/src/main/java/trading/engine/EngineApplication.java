package trading.engine;

import org.apache.kafka.common.utils.Time;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;
import trading.tracing.TracingConfiguration;
import trading.wire.ClockWatch;

/** Owns the markets of its partitions, trades each batch, publishes what it did. */
@SpringBootApplication
@ConfigurationPropertiesScan
@Import(TracingConfiguration.class)
@EnableScheduling
public class EngineApplication {

    /** The machine's clock. */
    @Bean
    Time time() {
        return Time.SYSTEM;
    }

    @Bean
    ClockWatch clockWatch(EngineProperties properties) {
        return ClockWatch.start(properties.maxClockSetBack());
    }

    static void main(String[] args) {
        SpringApplication.run(EngineApplication.class, args);
    }
}
