package trading.gateway.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springdoc.core.configuration.SpringDocConfiguration;
import org.springdoc.core.properties.SpringDocConfigProperties;
import org.springdoc.webflux.core.configuration.MultipleOpenApiSupportConfiguration;
import org.springdoc.webflux.core.configuration.SpringDocWebFluxConfiguration;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.objenesis.ObjenesisStd;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.RestController;

/** The description of the API that is served is the one that the code gives. */
class OpenApiTest {

    private static final Path SERVED = Path.of("src/main/resources/openapi.json");
    private static final String WRITE = "trading.openapi.write";

    @Test
    void theServedDescriptionIsTheOneOfTheCode() throws Exception {
        String generated = generate();
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(SERVED, generated);
        }
        assertThat(Files.readString(SERVED)).as("%s; -D%s=true writes it", SERVED, WRITE).isEqualTo(generated);
    }

    private static String generate() throws Exception {
        AtomicReference<byte[]> found = new AtomicReference<>(new byte[0]);
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class, CodecsAutoConfiguration.class,
                        WebFluxAutoConfiguration.class, SpringDocConfigProperties.class, SpringDocConfiguration.class,
                        SpringDocWebFluxConfiguration.class, MultipleOpenApiSupportConfiguration.class))
                .withUserConfiguration(OpenApiGenerator.class)
                .withInitializer(
                        (ApplicationContextInitializer<ConfigurableApplicationContext>) OpenApiTest::addControllers)
                .withPropertyValues("springdoc.api-docs.version=openapi_3_1", "springdoc.enable-javadoc=true",
                        "springdoc.writer-with-order-by-keys=true", "springdoc.override-with-generic-response=false")
                .run(context -> found.set(WebTestClient.bindToApplicationContext(context).configureClient()
                        .responseTimeout(Duration.ofMinutes(1))
                        .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(-1))
                        .build().get().uri("/v3/api-docs").exchange().expectStatus().isOk().expectBody()
                        .returnResult().getResponseBodyContent()));
        JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        JsonNode tree = json.readTree(new String(found.get(), StandardCharsets.UTF_8));
        return json.writeValueAsString(tree) + "\n";
    }

    /** Controllers that are never called, so that they need none of their parts. */
    private static void addControllers(ConfigurableApplicationContext context) {
        ClassPathScanningCandidateComponentProvider scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.addIncludeFilter(new AnnotationTypeFilter(RestController.class));
        scanner.findCandidateComponents("trading.gateway").forEach(found -> {
            Class<?> type = ClassUtils.resolveClassName(String.valueOf(found.getBeanClassName()), null);
            register(context, type);
        });
    }

    private static <T> void register(ConfigurableApplicationContext context, Class<T> type) {
        ((BeanDefinitionRegistry) context.getBeanFactory()).registerBeanDefinition(type.getName(),
                BeanDefinitionBuilder
                        .genericBeanDefinition(type, () -> new ObjenesisStd().newInstance(type)).getBeanDefinition());
    }
}
