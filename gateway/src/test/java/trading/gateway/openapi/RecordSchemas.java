package trading.gateway.openapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import trading.gateway.problems.Problem;

/** A record's component is there unless it may be null; where null is written out, the schema says so. */
final class RecordSchemas implements ModelConverter {

    @Override
    public @Nullable Schema<?> resolve(AnnotatedType type, ModelConverterContext context,
            Iterator<ModelConverter> chain) {
        Schema<?> resolved = chain.hasNext() ? chain.next().resolve(type, context, chain) : null;
        Class<?> raw = Json.mapper().constructType(type.getType()).getRawClass();
        if (raw.isRecord() && resolved != null) {
            String reference = resolved.get$ref();
            Schema<?> defined = reference == null
                    ? resolved
                    : context.getDefinedModels().get(reference.substring(reference.lastIndexOf('/') + 1));
            if (defined != null && defined.getProperties() != null) {
                complete(raw, defined);
            }
        }
        return resolved;
    }

    private static void complete(Class<?> type, Schema<?> schema) {
        // A problem writes itself, and leaves out what is null.
        boolean nullIsLeftOut = type.isAnnotationPresent(JsonInclude.class) || type == Problem.class;
        boolean isRequest = Boolean.FALSE.equals(schema.getAdditionalProperties());
        List<String> required = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Schema<?> property = schema.getProperties().get(component.getName());
            if (property == null) {
                continue;
            }
            boolean mayBeNull = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
            if (mayBeNull && !nullIsLeftOut) {
                allowNull(property);
            }
            if (!mayBeNull || !(nullIsLeftOut || isRequest)) {
                required.add(component.getName());
            }
        }
        schema.setRequired(required);
    }

    private static <T> void allowNull(Schema<T> property) {
        if (property.getTypes() != null) {
            Set<String> types = new LinkedHashSet<>(property.getTypes());
            types.add("null");
            property.setTypes(types);
        }
        if (property.getEnum() != null && !property.getEnum().contains(null)) {
            List<T> values = new ArrayList<>(property.getEnum());
            values.add(null);
            property.setEnum(values);
        }
    }
}
