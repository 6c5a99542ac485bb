package trading.tracing;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Gives a service its {@link Traces}. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TracingProperties.class)
public class TracingConfiguration {

    @Bean
    Traces traces(TracingProperties properties, @Value("${spring.application.name}") String service) {
        return properties.isOn()
                ? Traces.to(properties.endpoint(), properties.probability(), service)
                : Traces.off();
    }
}
