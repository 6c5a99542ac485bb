package trading.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Tells a collector what became of sampled orders, each step as a span. A step never waits for the collector: what that does
 * not take in time is dropped. While it is off, nothing is kept and no record is marked. Safe for use by any thread.
 */
public final class Traces implements AutoCloseable {

    /** The header of requests and records that names the step before, by W3C's Trace Context. */
    public static final String HEADER = "traceparent";

    private static final int MAX_WAITING_STEPS = 2_048;
    private static final int MAX_STEPS_PER_REQUEST = 512;
    private static final Duration REQUEST_DELAY = Duration.ofSeconds(1);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration LAST_REQUEST_TIMEOUT = Duration.ofSeconds(1);

    private final @Nullable SdkTracerProvider provider;
    private final @Nullable Tracer tracer;

    private Traces(@Nullable SdkTracerProvider provider) {
        this.provider = provider;
        this.tracer = provider == null ? null : provider.get("trading");
    }

    /** Tells nobody anything. */
    public static Traces off() {
        return new Traces(null);
    }

    static Traces to(String endpoint, double probability, String service) {
        OtlpHttpSpanExporter exporter = OtlpHttpSpanExporter.builder().setEndpoint(endpoint)
                .setConnectTimeout(REQUEST_TIMEOUT).setTimeout(REQUEST_TIMEOUT).setRetryPolicy(null).build();
        return to(BatchSpanProcessor.builder(exporter).setMaxQueueSize(MAX_WAITING_STEPS)
                .setMaxExportBatchSize(MAX_STEPS_PER_REQUEST).setScheduleDelay(REQUEST_DELAY).build(), probability,
                service);
    }

    static Traces to(SpanProcessor processor, double probability, String service) {
        return new Traces(SdkTracerProvider.builder().addSpanProcessor(processor)
                .setSampler(new OrderSampler(probability))
                .setSpanLimits(SpanLimits.builder().setMaxNumberOfLinks(Links.MAX).build())
                .setResource(Resource.getDefault()
                        .merge(Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), service))))
                .build());
    }

    /** Whether anybody is told anything. */
    public boolean isOn() {
        return tracer != null;
    }

    /**
     * Begins the first step of an order, if it is sampled: as its client says, or else by chance.
     *
     * @param traceparent as the client sent it; {@code null}, or a text that is none: the client says nothing
     */
    public Step begin(String name, @Nullable String traceparent) {
        if (tracer == null) {
            return Step.NONE;
        }
        SpanBuilder span = tracer.spanBuilder(name).setSpanKind(SpanKind.PRODUCER).setNoParent();
        if (traceparent != null) {
            span.setParent(Context.root().with(Span.wrap(TraceParent.read(traceparent))));
        }
        return Step.of(span.startSpan());
    }

    /** What names the step before on a record, to be passed on; nothing that is longer than it can be. */
    public static List<Header> mark(Headers headers) {
        Header mark = headers.lastHeader(HEADER);
        return mark == null || mark.value() == null || mark.value().length > Step.MARK_BYTES
                ? List.of()
                : List.of(mark);
    }

    /** Where to collect the steps that a later one follows. */
    public Links links() {
        return new Links(isOn());
    }

    /** Begins a step that many others come together in, if any of them is sampled. */
    public Step follow(String name, Links links) {
        if (tracer == null || links.count() == 0) {
            return Step.NONE;
        }
        SpanBuilder span = tracer.spanBuilder(name).setSpanKind(SpanKind.CONSUMER).setNoParent();
        for (SpanContext link : links.contexts()) {
            span.addLink(link);
        }
        return Step.of(span.setAttribute("links", links.count()).startSpan());
    }

    /** Tells what has not been told yet, if the collector takes it soon. */
    @Override
    public void close() {
        if (provider != null) {
            provider.shutdown().join(LAST_REQUEST_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
