package trading.tracing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import org.apache.kafka.common.header.Headers;

/**
 * A step on the way of orders, from where it was begun to where it is closed; one that is closed before it is done has
 * failed. What is not sampled is {@link #NONE}. Safe for use by any thread.
 */
public final class Step implements AutoCloseable {

    /** A step that nobody hears of. */
    public static final Step NONE = new Step(Span.getInvalid(), false);

    /** What {@link #mark} adds to a record. */
    public static final int MARK_BYTES = Traces.HEADER.length() + "00--".length() + 32 + 16 + "-01".length();

    private final Span span;
    private final boolean isSampled;

    private Step(Span span, boolean isSampled) {
        this.span = span;
        this.isSampled = isSampled;
    }

    static Step of(Span span) {
        return span.getSpanContext().isSampled() ? new Step(span, true) : NONE;
    }

    /** Whether anybody hears of it. */
    public boolean isSampled() {
        return isSampled;
    }

    /** Names this step on a record, so that the next one can follow it. */
    public void mark(Headers headers) {
        if (isSampled) {
            headers.add(Traces.HEADER, TraceParent.write(span.getSpanContext()).getBytes(US_ASCII));
        }
    }

    /** Notes what it was about. */
    public void note(String name, long value) {
        if (isSampled) {
            span.setAttribute(name, value);
        }
    }

    /** Notes what it was about. */
    public void note(String name, String value) {
        if (isSampled) {
            span.setAttribute(name, value);
        }
    }

    /** It did what it should. */
    public void done() {
        if (isSampled) {
            span.setStatus(StatusCode.OK);
        }
    }

    /** It is over. */
    @Override
    public void close() {
        if (isSampled) {
            // Does not change one that is done.
            span.setStatus(StatusCode.ERROR);
            span.end();
        }
    }
}
