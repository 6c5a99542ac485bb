package trading.gateway;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.TopicPartition;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import trading.gateway.logs.LogReading;
import trading.testing.TestDatabase;
import trading.testing.TestKafka;
import trading.wire.Topics;

/** A gateway in this JVM, on a port of its own, and a client of it. */
public final class RunningGateway implements AutoCloseable {

    private static final Duration ANSWER = Duration.ofSeconds(60);

    /** A database, or this machine, that stalls for a moment is not what most tests are about. */
    private static final List<String> PATIENT = List.of("--spring.r2dbc.pool.max-acquire-time=30s",
            "--spring.r2dbc.pool.max-create-connection-time=30s", "--spring.r2dbc.pool.max-validation-time=30s",
            "--trading.gateway.results-timeout=30s", "--trading.gateway.market.database-timeout=30s");

    private final ConfigurableApplicationContext context;
    private final HttpClient client = HttpClient.newHttpClient();
    private final StreamedAnswers streamed;

    private RunningGateway(ConfigurableApplicationContext context) {
        this.context = context;
        this.streamed = context.getBean(StreamedAnswers.class);
    }

    /** Starts a gateway on the servers that all tests share; nobody trades or persists there, so no backlog counts. */
    public static RunningGateway start(String... arguments) {
        List<String> all = new ArrayList<>(PATIENT);
        all.addAll(List.of(arguments));
        return startImpatient(all.toArray(String[]::new));
    }

    /** The same, but it waits for the database no longer than it would elsewhere. */
    static RunningGateway startImpatient(String... arguments) {
        List<String> all = new ArrayList<>(
                List.of("--trading.gateway.max-backlog=1d", "--trading.gateway.max-unpersisted-backlog=1d"));
        all.addAll(List.of(arguments));
        return startOn(TestKafka.start().bootstrapServers(), all.toArray(String[]::new));
    }

    /** Starts a gateway on this Kafka. */
    static RunningGateway startOn(String bootstrapServers, String... arguments) {
        TestDatabase database = TestDatabase.start();
        List<String> all = new ArrayList<>(List.of("--server.port=0", "--server.address=127.0.0.1",
                "--spring.kafka.bootstrap-servers=" + bootstrapServers, "--spring.r2dbc.url=" + database.r2dbcUrl(),
                "--spring.r2dbc.username=" + database.username(), "--spring.r2dbc.password=" + database.password()));
        // What generates the description of the API is no part of a gateway.
        all.add("--springdoc.api-docs.enabled=false");
        all.add("--trading.gateway.drain=0s");
        for (String argument : arguments) {
            // Spring would join the values of both.
            String name = argument.substring(0, argument.indexOf('=') + 1);
            all.removeIf(earlier -> earlier.startsWith(name));
            all.add(argument);
        }
        return new RunningGateway(
                new SpringApplicationBuilder(GatewayApplication.class, OwnResources.class)
                        .run(all.toArray(String[]::new)));
    }

    /** Without its own, the first gateway that ends would end the threads of all others in this JVM. */
    @Configuration(proxyBeanMethods = false)
    static class OwnResources {

        @Bean
        ReactorResourceFactory reactorResourceFactory() {
            ReactorResourceFactory resources = new ReactorResourceFactory();
            resources.setUseGlobalResources(false);
            resources.setShutdownQuietPeriod(Duration.ZERO);
            return resources;
        }

        @Bean
        StreamedAnswers streamedAnswers() {
            return new StreamedAnswers();
        }
    }

    /** The port it serves. */
    public int port() {
        return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    /** A bean of the gateway. */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Keeps all its event loops busy, each from now on, until they are let go. */
    List<SingleThreadEventExecutor> holdEventLoops(CountDownLatch letGo) throws InterruptedException {
        List<SingleThreadEventExecutor> eventLoops = new ArrayList<>();
        for (EventExecutor eventLoop : bean(ReactorResourceFactory.class).getLoopResources().onServer(true)) {
            CountDownLatch held = new CountDownLatch(1);
            eventLoop.execute(() -> {
                held.countDown();
                try {
                    letGo.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            held.await();
            eventLoops.add((SingleThreadEventExecutor) eventLoop);
        }
        return eventLoops;
    }

    /** As if Kafka had deleted sales of a partition before this gateway read them. */
    void missedSales(int partition) {
        context.getBean("marketListener", LogReading.class)
                .missed(Set.of(new TopicPartition(Topics.SALES, partition)));
    }

    public HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(uri(path)).GET());
    }

    public HttpResponse<String> delete(String path) {
        return send(HttpRequest.newBuilder(uri(path)).DELETE());
    }

    public HttpResponse<String> postJson(String body) {
        return post("application/json", body);
    }

    public HttpResponse<String> postLines(String body) {
        return post("application/x-ndjson", body);
    }

    public HttpResponse<String> post(String contentType, String body) {
        return send(HttpRequest.newBuilder(uri("/orders")).header("Content-Type", contentType)
                .POST(BodyPublishers.ofString(body)));
    }

    /** The whole answer, which must come in time: a stream that does not end is none. */
    public HttpResponse<String> send(HttpRequest.Builder request) {
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(request.build(), BodyHandlers.ofString());
        try {
            return answer.get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            answer.cancel(true);
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    /** The same at its port for management, where it has one of its own. */
    public URI managementUri(String path) {
        return URI.create("http://127.0.0.1:"
                + context.getEnvironment().getRequiredProperty("local.management.port") + path);
    }

    /** Fails if an answer was streamed by another thread than its connection's. */
    @Override
    public void close() {
        context.close();
        client.close();
        streamed.verify();
    }
}
