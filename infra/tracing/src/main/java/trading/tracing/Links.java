package trading.tracing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.opentelemetry.api.trace.SpanContext;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The sampled steps that a later one follows: of many only the first, and how many there were. One thread at a time. */
public final class Links {

    /** So many are kept by name. */
    public static final int MAX = 100;

    private final boolean isOn;
    private final List<SpanContext> contexts = new ArrayList<>(0);
    private int count;

    Links(boolean isOn) {
        this.isOn = isOn;
    }

    /** Adds the step that a record is marked with, if it is marked. */
    public void add(Headers headers) {
        if (isOn) {
            Header header = headers.lastHeader(Traces.HEADER);
            if (header != null && header.value() != null) {
                add(TraceParent.read(new String(header.value(), US_ASCII)));
            }
        }
    }

    private void add(SpanContext step) {
        if (step.isSampled()) {
            count++;
            if (contexts.size() < MAX) {
                contexts.add(step);
            }
        }
    }

    /** Forgets them. */
    public void clear() {
        contexts.clear();
        count = 0;
    }

    int count() {
        return count;
    }

    List<SpanContext> contexts() {
        return contexts;
    }
}
