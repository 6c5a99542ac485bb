package trading.engine;

import java.util.List;
import org.apache.kafka.common.utils.Time;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;
import trading.start.WrittenBeans;
import trading.tracing.TracingConfiguration;
import trading.wire.ClockWatch;

/** Owns the markets of its partitions, trades each batch, publishes what it did. */
@SpringBootApplication(proxyBeanMethods = false)
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
        WrittenBeans.run(EngineApplication.class, args, List.of());
    }
}
