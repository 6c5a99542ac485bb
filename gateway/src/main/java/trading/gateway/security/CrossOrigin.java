package trading.gateway.security;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsWebFilter;
import org.springframework.web.cors.reactive.DefaultCorsProcessor;
import org.springframework.web.server.ServerWebExchange;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.wire.InvalidField;

/** Lets pages of other origins ask, where a setting names them; without one, no request passes a filter for that. */
@Configuration(proxyBeanMethods = false)
@Conditional(CrossOrigin.WhenSomeAreNamed.class)
class CrossOrigin {

    private static final Duration REMEMBERED = Duration.ofMinutes(10);

    /** Before whoever refuses anything: a page may read why. A browser's question beforehand has no token either. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    CorsWebFilter crossOriginFilter(SecurityProperties properties) {
        CorsConfiguration allowed = new CorsConfiguration();
        allowed.setAllowedOrigins(properties.cors().allowedOrigins());
        allowed.setAllowedMethods(List.of(HttpMethod.GET.name(), HttpMethod.HEAD.name(), HttpMethod.POST.name(),
                HttpMethod.DELETE.name()));
        allowed.setAllowedHeaders(List.of(HttpHeaders.AUTHORIZATION, HttpHeaders.CONTENT_TYPE, "Idempotency-Key",
                "Last-Event-ID", "traceparent"));
        allowed.setExposedHeaders(
                List.of(HttpHeaders.LOCATION, HttpHeaders.RETRY_AFTER, HttpHeaders.WWW_AUTHENTICATE));
        allowed.setMaxAge(REMEMBERED);
        return new CorsWebFilter(_ -> allowed, new Processor());
    }

    /** Says what is wrong as everything else does. */
    private static final class Processor extends DefaultCorsProcessor {

        @Override
        public boolean process(@Nullable CorsConfiguration allowed,
                ServerWebExchange exchange) {
            if (super.process(allowed, exchange)) {
                return true;
            }
            throw new ProblemException(Problem.of(HttpStatus.FORBIDDEN,
                    new InvalidField(HttpHeaders.ORIGIN, exchange.getRequest().getHeaders().getOrigin(),
                            "one of trading.security.cors.allowed-origins, with a method and headers of this API")));
        }
    }

    /** Looks whether any origin is named. */
    static final class WhenSomeAreNamed implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !Binder.get(context.getEnvironment())
                    .bind("trading.security.cors.allowed-origins", Bindable.listOf(String.class)).orElse(List.of())
                    .isEmpty();
        }
    }
}
