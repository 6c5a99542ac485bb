package trading.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text by which a step is named, as W3C's Trace Context has it: {@code 00-TRACE-SPAN-01}. */
final class TraceParent {

    private static final TextMapGetter<String> TEXT = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(String text) {
            return List.of(Traces.HEADER);
        }

        @Override
        public @Nullable String get(@Nullable String text, String key) {
            return key.equals(Traces.HEADER) ? text : null;
        }
    };

    private TraceParent() {}

    /** The step that is named, an invalid one if the text names none. */
    static SpanContext read(String text) {
        return Span.fromContext(W3CTraceContextPropagator.getInstance().extract(Context.root(), text, TEXT))
                .getSpanContext();
    }

    static String write(SpanContext step) {
        return "00-" + step.getTraceId() + "-" + step.getSpanId() + "-" + step.getTraceFlags().asHex();
    }
}
