package trading.gateway.openapi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.providers.JavadocProvider;

/** What the Javadoc of the gateway's own sources says: the description of the API says it in the same words. */
final class SourceJavadoc implements JavadocProvider {

    private static final Path SOURCES = Path.of("src/main/java");
    private static final String COMMENT = "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*";
    private static final String ANNOTATIONS = "(?:@[\\w.]+(?:\\((?:[^()]|\\([^()]*\\))*\\))?\\s+)*";
    private static final Pattern TAG = Pattern.compile("@(\\w+) (\\w+) (.*)");
    private static final Pattern CODE = Pattern.compile("\\{@\\w+ #?([^}]*)}");

    private final Map<String, String> sources = new HashMap<>();

    @Override
    public String getClassJavadoc(Class<?> type) {
        return text(comment(type, "(?:public )?(?:final )?(?:record|enum|class) " + type.getSimpleName() + "\\b"));
    }

    @Override
    public Map<String, String> getRecordClassParamJavadoc(Class<?> type) {
        Map<String, String> parameters = new HashMap<>();
        for (String part : comment(type, "(?:public )?record " + type.getSimpleName() + "\\b").split("(?=@param )",
                -1)) {
            Matcher tag = TAG.matcher(part.strip());
            if (tag.matches()) {
                parameters.put(tag.group(2), sentence(tag.group(3)));
            }
        }
        return parameters;
    }

    @Override
    public String getMethodJavadocDescription(Method method) {
        return text(comment(method.getDeclaringClass(), "[\\w<>., ]+ " + method.getName() + "\\("));
    }

    @Override
    public @Nullable String getMethodJavadocReturn(Method method) {
        return null;
    }

    @Override
    public Map<String, String> getMethodJavadocThrows(Method method) {
        return Map.of();
    }

    @Override
    public @Nullable String getParamJavadoc(Method method, String name) {
        return null;
    }

    @Override
    public @Nullable String getFieldJavadoc(Field field) {
        return null;
    }

    @Override
    public String getFirstSentence(@Nullable String text) {
        int end = text == null ? -1 : text.indexOf(". ");
        return text == null ? "" : end < 0 ? text : text.substring(0, end + 1);
    }

    /** The comment before a declaration as one line, empty if there is none. */
    private String comment(Class<?> type, String declaration) {
        Class<?> outermost = type;
        while (outermost.getEnclosingClass() != null) {
            outermost = outermost.getEnclosingClass();
        }
        String source = sources.computeIfAbsent(outermost.getName(), SourceJavadoc::read);
        Matcher found = Pattern.compile(COMMENT + ANNOTATIONS + declaration, Pattern.DOTALL).matcher(source);
        return found.find()
                ? CODE.matcher(found.group(1).replaceAll("\\s*\\n\\s*\\*[ \\t]*", " ")).replaceAll("$1").strip()
                : "";
    }

    private static String read(String name) {
        Path source = SOURCES.resolve(name.replace('.', '/') + ".java");
        try {
            return Files.exists(source) ? Files.readString(source) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(String comment) {
        int tags = comment.indexOf("@param ");
        return tags < 0 ? comment : comment.substring(0, tags).strip();
    }

    private static String sentence(String text) {
        String stripped = text.strip();
        String begun = stripped.isEmpty() ? "" : Character.toUpperCase(stripped.charAt(0)) + stripped.substring(1);
        return begun.isEmpty() || begun.endsWith(".") ? begun : begun + ".";
    }
}
