package trading.gateway.security;

import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerProperties;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.reactive.JwkSetUriReactiveJwtDecoderBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity.AuthorizeExchangeSpec;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.context.NoOpServerSecurityContextRepository;
import org.springframework.security.web.server.firewall.ServerExchangeRejectedHandler;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import trading.gateway.GatewayProperties;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.wire.InvalidField;

/**
 * Asks for a token: whoever has none sees the page, the description of the API and, by choice, market data. Whose orders a user
 * may see and move is the business of each call, by its {@link Caller}.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebFluxSecurity
@WhenTokensAreAsked
class TokenSecurity {

    private static final String[] PAGES = {"/", "/page/**", "/openapi.json", "/swagger-ui", "/swagger-ui/**"};
    private static final String[] MARKET_DATA = {"/products", "/products/**", "/market/stream"};
    private static final String[] PROBES = {"/actuator/health", "/actuator/health/**"};
    private static final String ACTUATOR = "/actuator/**";
    private static final String KEYS = "spring.security.oauth2.resourceserver.jwt.";

    private final SecurityProperties properties;
    private final Duration retryAfter;
    private final Roles roles;

    TokenSecurity(SecurityProperties properties, GatewayProperties gateway) {
        this.properties = properties;
        this.retryAfter = gateway.retryAfter();
        this.roles = new Roles(properties);
    }

    @Bean
    OAuth2TokenValidator<Jwt> tokenRules() {
        return new TokenRules(properties.issuer());
    }

    @Bean
    JwkSetUriReactiveJwtDecoderBuilderCustomizer askedForKeys() {
        WebClient issuer = WebClient.builder()
                .filter(new KeyQuestions(properties.keysInterval(), properties.keysTimeout())).build();
        return decoder -> decoder.webClient(issuer);
    }

    /** What no request of a client that means well looks like. */
    @Bean
    ServerExchangeRejectedHandler whatIsRejected() {
        return (exchange, rejected) -> Mono.error(new ProblemException(
                Problem.of(HttpStatus.BAD_REQUEST, new InvalidField("request", "not accepted",
                        "no encoded slashes, dots or control characters in path and headers"))));
    }

    @Bean
    SecurityWebFilterChain tokens(ServerHttpSecurity http, ObjectProvider<ReactiveJwtDecoder> decoder,
            OAuth2ResourceServerProperties keys, Environment environment) {
        ReactiveJwtDecoder judge = judge(decoder, keys);
        boolean actuatorIsElsewhere = ManagementPortType.get(environment) == ManagementPortType.DIFFERENT;
        return http.csrf(ServerHttpSecurity.CsrfSpec::disable).httpBasic(ServerHttpSecurity.HttpBasicSpec::disable)
                .formLogin(ServerHttpSecurity.FormLoginSpec::disable).logout(ServerHttpSecurity.LogoutSpec::disable)
                .requestCache(ServerHttpSecurity.RequestCacheSpec::disable)
                .headers(ServerHttpSecurity.HeaderSpec::disable)
                .securityContextRepository(NoOpServerSecurityContextRepository.getInstance())
                .exceptionHandling(asked -> asked.authenticationEntryPoint((_, _) -> missing())
                        .accessDeniedHandler((_, _) -> notAnOperator()))
                .oauth2ResourceServer(tokens -> tokens.jwt(token -> token.jwtDecoder(judge))
                        .authenticationFailureHandler((_, failure) -> invalid(failure)))
                .authorizeExchange(paths -> authorize(paths, actuatorIsElsewhere))
                .addFilterAfter(this::tellWhoAsks, SecurityWebFiltersOrder.AUTHORIZATION).build();
    }

    private ReactiveJwtDecoder judge(ObjectProvider<ReactiveJwtDecoder> decoder,
            OAuth2ResourceServerProperties keys) {
        if (keys.getJwt().getAudiences().isEmpty()) {
            throw new InvalidField(KEYS + "audiences", null,
                    "whom tokens are for; one for another service of the same issuer must not count");
        }
        ReactiveJwtDecoder judge = decoder.getIfAvailable();
        if (judge == null) {
            throw new InvalidField(KEYS + "issuer-uri", null,
                    "or jwk-set-uri, or public-key-location; without a key no token can be judged");
        }
        // Where keys cannot be read, Spring does not say that in its own terms.
        return token -> judge.decode(token).timeout(properties.keysTimeout()).onErrorMap(
                failure -> !(failure instanceof JwtException),
                failure -> new AuthenticationServiceException(String.valueOf(failure.getMessage()), failure));
    }

    private void authorize(AuthorizeExchangeSpec paths, boolean actuatorIsElsewhere) {
        paths.pathMatchers(HttpMethod.GET, PAGES).permitAll().pathMatchers(HttpMethod.HEAD, PAGES).permitAll();
        if (properties.publicMarketData()) {
            paths.pathMatchers(HttpMethod.GET, MARKET_DATA).permitAll()
                    .pathMatchers(HttpMethod.HEAD, MARKET_DATA).permitAll();
        }
        if (actuatorIsElsewhere) {
            // The filters are those of that port, too; on this one there is nothing at these paths.
            paths.pathMatchers(ACTUATOR).permitAll();
        } else {
            paths.pathMatchers(HttpMethod.GET, PROBES).permitAll().pathMatchers(HttpMethod.HEAD, PROBES).permitAll()
                    .pathMatchers(ACTUATOR).access((user, _) -> user.map(this::operator));
        }
        paths.anyExchange().authenticated();
    }

    private AuthorizationResult operator(Authentication user) {
        return new AuthorizationDecision(user instanceof JwtAuthenticationToken token
                && roles.isOperator(token.getToken()));
    }

    private Mono<Void> tellWhoAsks(ServerWebExchange exchange, WebFilterChain chain) {
        return exchange.getPrincipal().map(user -> user instanceof JwtAuthenticationToken token
                ? caller(token.getToken())
                : Caller.NOBODY).defaultIfEmpty(Caller.NOBODY).flatMap(caller -> {
                    Callers.tell(exchange, caller);
                    return chain.filter(exchange);
                });
    }

    private Caller caller(Jwt token) {
        String subject = token.getSubject();
        return subject == null || token.getExpiresAt() == null
                ? Caller.NOBODY
                : Caller.of(subject, roles.isOperator(token), token.getExpiresAt());
    }

    private static Mono<Void> missing() {
        return Mono.error(new ProblemException(Problem.missingToken()));
    }

    private Mono<Void> notAnOperator() {
        return Mono.error(new ProblemException(Problem.forbidden(
                new InvalidField("role", "another", properties.operatorRole()))));
    }

    private Mono<Void> invalid(AuthenticationException failure) {
        return Mono.error(new ProblemException(failure instanceof AuthenticationServiceException
                ? Problem.tokenNotJudged(retryAfter)
                : Problem.invalidToken(String.valueOf(failure.getMessage()))));
    }
}
