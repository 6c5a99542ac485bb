package trading.k8s;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files of {@code base}, {@code components} and {@code overlays}. Tests run in their module's folder. */
final class Manifests {

    private static final List<String> FOLDERS = List.of("base", "components", "overlays");

    private Manifests() {}

    /**
     * An object of a file.
     *
     * @param fields as they are written
     */
    record Document(Path file, Map<String, Object> fields) {

        String name() {
            return fields.get("metadata") instanceof Map<?, ?> metadata ? String.valueOf(metadata.get("name")) : "";
        }

        Object model() {
            try {
                return StrictModels.read(fields);
            } catch (IllegalArgumentException e) {
                throw new AssertionError(this + ": " + e.getMessage(), e);
            }
        }

        @Override
        public String toString() {
            return file + ": " + fields.get("kind") + " " + name();
        }
    }

    /** All YAML files, but for patches in the form of operations, which have no kind. */
    static List<Path> files() {
        List<Path> files = new ArrayList<>();
        for (String folder : FOLDERS) {
            try (Stream<Path> found = Files.walk(Path.of(folder))) {
                files.addAll(found.filter(file -> file.toString().endsWith(".yaml")).sorted().toList());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files;
    }

    /** All objects of all files, kustomizations among them. */
    static List<Document> documents() {
        return files().stream().flatMap(file -> documents(file).stream()).toList();
    }

    /** All objects of one kind, as their model. */
    static <T> List<T> all(Class<T> model) {
        return documents().stream().map(Document::model).filter(model::isInstance).map(model::cast).toList();
    }

    /** The objects of a file, none for a patch in the form of operations. */
    @SuppressWarnings("unchecked") // YAML's mappings have strings for keys, or no model takes them
    static List<Document> documents(Path file) {
        List<Document> documents = new ArrayList<>();
        for (Object document : yaml().loadAll(read(file))) {
            if (document instanceof Map<?, ?> fields) {
                documents.add(new Document(file, (Map<String, Object>) fields));
            }
        }
        return documents;
    }

    /** A file of one document, wherever it is. */
    static Map<String, Object> document(Path file) {
        return Objects.requireNonNull(documents(file).getFirst()).fields();
    }

    private static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return new Yaml(new SafeConstructor(options));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
