package trading.gateway;

import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import reactor.netty.ReactorNetty;
import trading.start.WrittenBeans;
import trading.tracing.TracingConfiguration;
import trading.wire.ClockWatch;

/** Starts the gateway. An order's way begins in {@code OrderController}, and its result's way in {@code ResultListener}. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@Import(TracingConfiguration.class)
public class GatewayApplication {

    /** Settings by which a gateway has one bean or another. */
    static final List<String> DECIDING = List.of("trading.security.", "trading.gateway.api-docs",
            "trading.gateway.market.enabled", "trading.gateway.page.enabled");

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
        WrittenBeans.run(GatewayApplication.class, args, DECIDING);
    }
}
