package trading.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.type.filter.AnnotationTypeFilter;

/** A condition whose setting the gateway does not name would be what it was when the gateway was built. */
final class DecidingSettingsTest {

    /** Conditions in Java, and what they ask. */
    private static final Map<String, String> OWN = Map.of(
            "trading.gateway.security.WhenTokensAreAsked$Mode", "trading.security.mode",
            "trading.gateway.security.CrossOrigin$WhenSomeAreNamed", "trading.security.cors.allowed-origins");

    @Test
    void everyConditionsSettingIsNamed() {
        ClassPathScanningCandidateComponentProvider scan = new ClassPathScanningCandidateComponentProvider(false);
        scan.addIncludeFilter(new AnnotationTypeFilter(Conditional.class));
        List<String> settings = scan.findCandidateComponents("trading.gateway").stream()
                .map(bean -> ((AnnotatedBeanDefinition) bean).getMetadata().getAnnotations())
                .flatMap(DecidingSettingsTest::settings)
                .toList();
        assertThat(settings).isNotEmpty().allMatch(setting -> GatewayApplication.DECIDING.stream()
                .anyMatch(named -> named.endsWith(".") ? setting.startsWith(named) : setting.equals(named)));
    }

    private static Stream<String> settings(MergedAnnotations annotations) {
        return annotations.stream(Conditional.class).flatMap(condition -> {
            MergedAnnotation<?> source = condition.getMetaSource();
            return source != null && source.getType() == ConditionalOnProperty.class
                    ? Stream.of(source.getString("prefix") + String.join("", source.getStringArray("name")))
                    : Stream.of(condition.getStringArray("value")).map(OWN::get);
        });
    }
}
