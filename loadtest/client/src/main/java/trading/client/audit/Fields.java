package trading.client.audit;

import java.lang.reflect.RecordComponent;
import java.util.Objects;

/** Compares records field by field, fields that are records included. */
final class Fields {

    private Fields() {}

    /** Names every field of {@code found} that is not as expected; both are of the same record class. */
    static void compare(String where, Record found, Record expected, Findings.Place findings) {
        if (found.equals(expected)) {
            return;
        }
        for (RecordComponent field : expected.getClass().getRecordComponents()) {
            Object foundValue = value(field, found);
            Object expectedValue = value(field, expected);
            if (foundValue instanceof Record foundRecord && expectedValue instanceof Record expectedRecord) {
                compare(where, foundRecord, expectedRecord, findings);
            } else if (!Objects.equals(foundValue, expectedValue)) {
                findings.add(where + ", " + field.getName(), String.valueOf(foundValue), String.valueOf(expectedValue));
            }
        }
    }

    private static Object value(RecordComponent field, Record of) {
        try {
            field.getAccessor().setAccessible(true);
            return field.getAccessor().invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record's own accessor", e);
        }
    }
}
