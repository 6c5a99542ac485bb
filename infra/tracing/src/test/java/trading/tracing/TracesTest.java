package trading.tracing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracesTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";
    private static final String SAMPLED = "00-" + TRACE + "-" + SPAN + "-01";

    private final InMemorySpanExporter told = InMemorySpanExporter.create();
    private final Traces traces = Traces.to(SimpleSpanProcessor.create(told), 0, "engine");

    @AfterEach
    void close() {
        traces.close();
    }

    @Test
    void anOrdersStepIsPartOfItsClientsTrace() {
        Headers headers = new RecordHeaders();
        try (Step step = traces.begin("order", SAMPLED)) {
            step.mark(headers);
            step.note("partition", 7);
            step.done();
        }

        SpanData span = only();
        assertThat(span.getTraceId()).isEqualTo(TRACE);
        assertThat(span.getParentSpanId()).isEqualTo(SPAN);
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.OK);
        assertThat(span.getAttributes().get(AttributeKey.longKey("partition"))).isEqualTo(7);
        assertThat(span.getResource().getAttribute(AttributeKey.stringKey("service.name"))).isEqualTo("engine");
        assertThat(mark(headers)).isEqualTo("00-" + TRACE + "-" + span.getSpanId() + "-01");
        Header header = headers.lastHeader(Traces.HEADER);
        assertThat(header.key().length() + header.value().length).isEqualTo(Step.MARK_BYTES);
    }

    @ParameterizedTest
    @CsvSource({"0, , false", "1, , true", "0, 01, true", "1, 00, false"})
    void theClientDecidesAndOtherwiseChance(double probability, @Nullable String flags, boolean sampled) {
        try (Traces chance = Traces.to(SimpleSpanProcessor.create(told), probability, "gateway");
                Step step = chance.begin("order", flags == null ? null : "00-" + TRACE + "-" + SPAN + "-" + flags)) {
            assertThat(step.isSampled()).isEqualTo(sampled);
            Headers headers = new RecordHeaders();
            step.mark(headers);
            assertThat(headers).hasSize(sampled ? 1 : 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"''", "00-1-2-01", "00-" + TRACE + "-" + SPAN, "ff-" + TRACE + "-" + SPAN + "-01", "garbage"})
    void whatIsNoTraceparentSaysNothing(String text) {
        assertThat(traces.begin("order", text).isSampled()).isFalse();
        Links links = traces.links();
        links.add(headers(text));
        assertThat(links.count()).isZero();
    }

    @Test
    void whatFollowsSampledStepsIsToldWithoutChance() {
        Links links = traces.links();
        links.add(headers(SAMPLED));
        links.add(headers("00-" + TRACE + "-" + SPAN + "-00"));
        links.add(new RecordHeaders());
        links.add(new RecordHeaders().add(Traces.HEADER, null));
        try (Step step = traces.follow("batch", links)) {
            assertThat(step.isSampled()).isTrue();
        }

        SpanData span = only();
        assertThat(span.getTraceId()).isNotEqualTo(TRACE);
        assertThat(span.getParentSpanContext().isValid()).isFalse();
        assertThat(span.getLinks()).extracting(LinkData::getSpanContext).extracting(SpanContext::getSpanId)
                .containsExactly(SPAN);
        assertThat(span.getStatus().getStatusCode()).as("it was not done").isEqualTo(StatusCode.ERROR);
    }

    @Test
    void ofManyStepsSomeAreNamedAndAllAreCounted() {
        Links links = traces.links();
        List<String> spans = IntStream.rangeClosed(1, Links.MAX + 20).mapToObj("%016x"::formatted).toList();
        spans.forEach(span -> links.add(headers("00-" + TRACE + "-" + span + "-01")));
        traces.follow("batch", links).close();

        SpanData span = only();
        assertThat(span.getLinks()).extracting(link -> link.getSpanContext().getSpanId())
                .isEqualTo(spans.subList(0, Links.MAX));
        assertThat(span.getAttributes().get(AttributeKey.longKey("links"))).isEqualTo(Links.MAX + 20);

        links.clear();
        assertThat(traces.follow("batch", links)).isSameAs(Step.NONE);
    }

    @Test
    void offNothingIsKeptAndNothingIsMarked() {
        try (Traces off = Traces.off()) {
            assertThat(off.begin("order", SAMPLED)).isSameAs(Step.NONE);
            Links links = off.links();
            links.add(headers(SAMPLED));
            assertThat(links.count()).isZero();
            assertThat(off.follow("batch", links)).isSameAs(Step.NONE);
            Headers headers = new RecordHeaders();
            Step.NONE.mark(headers);
            assertThat(headers).isEmpty();
        }
    }

    private SpanData only() {
        assertThat(told.getFinishedSpanItems()).hasSize(1);
        return told.getFinishedSpanItems().getFirst();
    }

    private static Headers headers(String traceparent) {
        return new RecordHeaders().add(Traces.HEADER, traceparent.getBytes(US_ASCII));
    }

    private static String mark(Headers headers) {
        return new String(requireNonNull(headers.lastHeader(Traces.HEADER)).value(), US_ASCII);
    }
}
