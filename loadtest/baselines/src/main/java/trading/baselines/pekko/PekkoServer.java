package trading.baselines.pekko;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.apache.pekko.http.javadsl.model.ContentType;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.http.javadsl.model.HttpCharsets;
import org.apache.pekko.http.javadsl.model.HttpEntities;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.MediaTypes;
import org.apache.pekko.http.javadsl.model.headers.RawHeader;
import org.apache.pekko.japi.function.Function;
import org.jspecify.annotations.Nullable;
import trading.baselines.orders.Answer;
import trading.baselines.orders.OrderEntry;
import trading.baselines.orders.Request;

/** Pekko HTTP as it comes, on the threads of its system of actors. */
public final class PekkoServer implements AutoCloseable {

    private static final long BODY_LIMIT_MILLIS = 10_000;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);
    private static final ContentType PROBLEM = MediaTypes
            .applicationWithFixedCharset("problem+json", HttpCharsets.UTF_8).toContentType();
    private static final byte[] NOTHING = {};

    private final ServerBinding binding;

    private PekkoServer(ServerBinding binding) {
        this.binding = binding;
    }

    /**
     * Starts it.
     *
     * @throws IOException if it cannot serve on the port
     */
    public static PekkoServer start(ActorSystem system, String host, int port, OrderEntry orders) throws IOException {
        Function<HttpRequest, CompletionStage<HttpResponse>> handler = request -> answer(system, orders, request);
        try {
            return new PekkoServer(
                    Http.get(system).newServerAt(host, port).bind(handler).toCompletableFuture().join());
        } catch (CompletionException e) {
            throw new IOException("Pekko HTTP does not start: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        binding.terminate(STOP_LIMIT).toCompletableFuture().join();
    }

    private static CompletionStage<HttpResponse> answer(ActorSystem system, OrderEntry orders, HttpRequest request) {
        if (request.entity().isKnownEmpty()) {
            return CompletableFuture.completedStage(response(orders.answer(new PekkoRequest(request, NOTHING))));
        }
        return request.entity().toStrict(BODY_LIMIT_MILLIS, OrderEntry.MAX_BODY_BYTES, system)
                .thenApply(body -> response(orders.answer(new PekkoRequest(request, body.getData().toArray()))));
    }

    private static HttpResponse response(Answer answer) {
        ContentType type = answer.contentType().equals("application/json") ? ContentTypes.APPLICATION_JSON : PROBLEM;
        HttpResponse response = HttpResponse.create().withStatus(answer.status())
                .withEntity(HttpEntities.create(type, answer.bytes()));
        for (Map.Entry<String, String> header : answer.headers().entrySet()) {
            response = response.addHeader(RawHeader.create(header.getKey(), header.getValue()));
        }
        return response;
    }

    private static final class PekkoRequest implements Request {

        private final HttpRequest request;
        private final byte[] body;

        PekkoRequest(HttpRequest request, byte[] body) {
            this.request = request;
            this.body = body;
        }

        @Override
        public String method() {
            return request.method().value();
        }

        @Override
        public String path() {
            return request.getUri().path();
        }

        @Override
        public @Nullable String parameter(String name) {
            return request.getUri().query().get(name).orElse(null);
        }

        @Override
        public byte[] body() {
            return body;
        }
    }
}
