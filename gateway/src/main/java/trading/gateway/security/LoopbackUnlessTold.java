package trading.gateway.security;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * A gateway that asks nobody who he is listens on this machine only, unless an address is set; so does its port for
 * management, which asks nobody ever.
 */
final class LoopbackUnlessTold implements EnvironmentPostProcessor, Ordered {

    private static final String LOOPBACK = "127.0.0.1";

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        Map<String, Object> unlessTold = new HashMap<>();
        if (SecurityMode.of(environment) == SecurityMode.OFF) {
            unlessTold.put("server.address", LOOPBACK);
        }
        String managementPort = environment.getProperty("management.server.port", "");
        if (!managementPort.isBlank()) {
            unlessTold.put("management.server.address", LOOPBACK);
        }
        environment.getPropertySources().addLast(new MapPropertySource("loopbackUnlessTold", unlessTold));
    }

    /** After all that tells. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
