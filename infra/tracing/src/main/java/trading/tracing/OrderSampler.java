package trading.tracing;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;

/** Samples orders as their clients say, or else by chance; and every step that follows what was sampled. */
final class OrderSampler implements Sampler {

    private final Sampler orders;

    OrderSampler(double probability) {
        this.orders = Sampler.parentBased(Sampler.traceIdRatioBased(probability));
    }

    @Override
    public SamplingResult shouldSample(Context parent, String traceId, String name, SpanKind kind,
            Attributes attributes, List<LinkData> links) {
        return links.isEmpty()
                ? orders.shouldSample(parent, traceId, name, kind, attributes, links)
                : SamplingResult.recordAndSample();
    }

    @Override
    public String getDescription() {
        return "followers of " + orders.getDescription();
    }
}
