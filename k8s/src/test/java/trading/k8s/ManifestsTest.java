package trading.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ManifestsTest {

    @ParameterizedTest
    @MethodSource("documents")
    void everyObjectHasOnlyFieldsOfItsKind(Manifests.Document document) {
        assertThat(document.model()).isNotNull();
    }

    @Test
    void aMisspeltFieldIsFound() {
        Map<String, Object> misspelt = Map.of("apiVersion", "apps/v1", "kind", "Deployment", "spec",
                Map.of("template", Map.of("spec", Map.of("terminationGracePeriodSecond", 30))));
        assertThatThrownBy(() -> StrictModels.read(misspelt)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("terminationGracePeriodSecond");
    }

    @Test
    void aValueOfAnotherTypeIsFound() {
        Map<String, Object> wrong = Map.of("apiVersion", "kafka.strimzi.io/v1", "kind", "KafkaTopic", "spec",
                Map.of("partitions", "many"));
        assertThatThrownBy(() -> StrictModels.read(wrong)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("many");
    }

    @ParameterizedTest
    @MethodSource("kustomizations")
    void everyFileIsListedInItsFolder(Path file) {
        Kustomization kustomization = (Kustomization) StrictModels.read(Manifests.document(file));
        Path folder = Objects.requireNonNull(file.getParent());
        List<String> patches = list(kustomization.patches()).map(Kustomization.Patch::path).filter(Objects::nonNull)
                .toList();
        List<String> listed = Stream
                .of(list(kustomization.resources()), list(kustomization.components()), patches.stream())
                .flatMap(names -> names).toList();
        assertThat(listed).allSatisfy(name -> assertThat(folder.resolve(name)).exists());
        assertThat(listed).containsAll(Manifests.files().stream().filter(other -> folder.equals(other.getParent()))
                .map(other -> other.getFileName().toString()).filter(name -> !name.equals("kustomization.yaml"))
                .toList());
    }

    @Test
    void everyComponentIsUsedByAnOverlay() {
        List<Path> used = kustomizations().stream().flatMap(
                file -> list(((Kustomization) StrictModels.read(Manifests.document(file))).components()).map(
                        component -> Objects.requireNonNull(file.getParent()).resolve(component).normalize()))
                .toList();
        assertThat(used).containsAll(kustomizations().stream().map(Path::getParent).filter(Objects::nonNull)
                .filter(folder -> folder.startsWith("components")).toList());
    }

    @Test
    void noTwoObjectsOfAKindHaveTheSameName() {
        Map<String, Manifests.Document> seen = new HashMap<>();
        for (Manifests.Document document : documents()) {
            if (!document.name().isEmpty()) {
                assertThat(seen.put(document.fields().get("kind") + " " + document.name(), document)).as(
                        document.toString()).isNull();
            }
        }
    }

    @Test
    void secretsAreReferredToAndNeverWritten() {
        assertThat(documents()).noneMatch(document -> "Secret".equals(document.fields().get("kind")));
        assertThat(documents()).noneMatch(document -> document.fields().containsKey("secretGenerator"));
    }

    private static List<Manifests.Document> documents() {
        return Manifests.documents();
    }

    private static List<Path> kustomizations() {
        return Manifests.files().stream().filter(file -> file.endsWith("kustomization.yaml")).filter(Files::exists)
                .toList();
    }

    private static <T> Stream<T> list(@org.jspecify.annotations.Nullable List<T> values) {
        return Optional.ofNullable(values).orElse(List.of()).stream();
    }
}
