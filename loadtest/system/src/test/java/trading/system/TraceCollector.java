package trading.system;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes spans over OTLP, as a collector of OpenTelemetry does, and keeps them. */
final class TraceCollector implements AutoCloseable {

    /**
     * A span as it was told.
     *
     * @param service whose it is
     * @param links the spans that it follows
     */
    record Told(String service, String name, String trace, String span, String parent, List<String> links,
            boolean isDone) {

        private static Told of(Resource resource, Span span) {
            return new Told(service(resource), span.getName(), hex(span.getTraceId()), hex(span.getSpanId()),
                    hex(span.getParentSpanId()),
                    span.getLinksList().stream().map(link -> hex(link.getSpanId())).toList(),
                    span.getStatus().getCodeValue() == 1);
        }

        private static String service(Resource resource) {
            return resource.getAttributesList().stream().filter(each -> each.getKey().equals("service.name"))
                    .map(each -> each.getValue().getStringValue()).findFirst().orElse("");
        }

        private static String hex(ByteString id) {
            return HexFormat.of().formatHex(id.toByteArray());
        }
    }

    private final HttpServer server;
    private final List<Told> told = new CopyOnWriteArrayList<>();

    private TraceCollector(HttpServer server) {
        this.server = server;
    }

    static TraceCollector start() throws IOException {
        TraceCollector collector = new TraceCollector(
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        collector.server.createContext("/v1/traces", collector::take);
        collector.server.start();
        return collector;
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
    }

    /** What a service told by now of its steps of that name. */
    List<Told> told(String service, String name) {
        return told.stream().filter(span -> span.service().equals(service) && span.name().equals(name)).toList();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            ExportTraceServiceRequest request = ExportTraceServiceRequest
                    .parseFrom(exchange.getRequestBody().readAllBytes());
            for (ResourceSpans spans : request.getResourceSpansList()) {
                spans.getScopeSpansList().forEach(scope -> scope.getSpansList()
                        .forEach(span -> told.add(Told.of(spans.getResource(), span))));
            }
            exchange.sendResponseHeaders(200, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
