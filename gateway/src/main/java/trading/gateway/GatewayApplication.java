package trading.gateway;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Import;
import trading.tracing.TracingConfiguration;

/** Starts the gateway. An order's way begins in {@code OrderController}, and its result's way in {@code ResultListener}. */
@SpringBootApplication
@ConfigurationPropertiesScan
@Import(TracingConfiguration.class)
public class GatewayApplication {

    public static void main(String[] args) {
        SpringApplication.run(GatewayApplication.class, args);
    }
}
