package trading.gateway;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import reactor.netty.ReactorNetty;
import trading.tracing.TracingConfiguration;
import trading.wire.ClockWatch;

/** Starts the gateway. An order's way begins in {@code OrderController}, and its result's way in {@code ResultListener}. */
@SpringBootApplication
@ConfigurationPropertiesScan
@Import(TracingConfiguration.class)
public class GatewayApplication {

    @Bean
    ClockWatch clockWatch(GatewayProperties properties) {
        return ClockWatch.start(properties.maxClockSetBack());
    }

    public static void main(String[] args) {
        // Reactor Netty takes four at least. Where there are fewer processors, several are woken for what one of them could do.
        if (System.getProperty(ReactorNetty.IO_WORKER_COUNT) == null) {
            System.setProperty(ReactorNetty.IO_WORKER_COUNT,
                    Integer.toString(Runtime.getRuntime().availableProcessors()));
        }
        SpringApplication.run(GatewayApplication.class, args);
    }
}
