package trading.persister;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import trading.testing.TestDatabase;
import trading.testing.TestKafka;

/** The whole service in this JVM. */
record RunningPersister(ConfigurableApplicationContext context) implements AutoCloseable {

    static RunningPersister start(TestKafka kafka, TestDatabase database, String... arguments) {
        List<String> all = new ArrayList<>(List.of("--server.port=0",
                "--spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "--spring.r2dbc.url=" + database.r2dbcUrl(), "--spring.r2dbc.username=" + database.username(),
                "--spring.r2dbc.password=" + database.password(), "--trading.persister.max-retry-delay=1s",
                "--logging.level.root=WARN"));
        for (String argument : arguments) {
            // Spring would join the values of both.
            String name = argument.substring(0, argument.indexOf('=') + 1);
            all.removeIf(earlier -> earlier.startsWith(name));
            all.add(argument);
        }
        return new RunningPersister(
                new SpringApplicationBuilder(PersisterApplication.class, OwnResources.class)
                        .run(all.toArray(String[]::new)));
    }

    /** Without its own, the first persister that ends would end the threads of all others in this JVM. */
    @Configuration(proxyBeanMethods = false)
    static class OwnResources {

        @Bean
        ReactorResourceFactory reactorResourceFactory() {
            ReactorResourceFactory resources = new ReactorResourceFactory();
            resources.setUseGlobalResources(false);
            resources.setShutdownQuietPeriod(Duration.ZERO);
            return resources;
        }
    }

    Health health() {
        return context.getBean(PersisterHealth.class).health();
    }

    /** Of one of the components, or of a group of them. */
    Status health(String path) {
        return Objects.requireNonNull(context.getBean(HealthEndpoint.class).healthForPath(path)).getStatus();
    }

    ConcurrentMessageListenerContainer<?, ?> listener() {
        return (ConcurrentMessageListenerContainer<?, ?>) Objects.requireNonNull(
                context.getBean(KafkaListenerEndpointRegistry.class).getListenerContainer(SalesListener.ID));
    }

    /** A consumer like those that read sales, in another group. */
    Consumer<?, ?> consumer(String groupId) {
        return context.getBean(OldestFirstConsumers.class).createConsumer(groupId, "test");
    }

    double metric(String name, String... tags) {
        return context.getBean(MeterRegistry.class).get(name).tags(tags).meter().measure().iterator().next()
                .getValue();
    }

    /** As if the calling thread, which stands for a consumer's, could not go on. */
    void interrupted() {
        context.getBean(Interruptions.class).failed(new IllegalStateException("not committed"));
    }

    /** As if the group had given a partition to somebody else. */
    void movedAway(TopicPartition partition) {
        context.getBean(StoppedPartitions.class).forget(List.of(partition));
    }

    int failuresInARow() {
        Interruptions.Interruption longest = context.getBean(Interruptions.class).longest();
        return longest == null ? 0 : longest.failures();
    }

    int assignedPartitions() {
        var assigned = listener().getAssignedPartitions();
        return assigned == null ? 0 : assigned.size();
    }

    @Override
    public void close() {
        context.close();
    }
}
