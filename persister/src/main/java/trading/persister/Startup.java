package trading.persister;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.stereotype.Component;
import trading.wire.RequiredTopics;
import trading.wire.Topics;

/** Begins to listen when settings, topics and schema are as they must be; otherwise the persister ends and says why. */
@Component
final class Startup implements ApplicationRunner {

    private static final Logger log = LoggerFactory.getLogger(Startup.class);

    private final PersisterProperties properties;
    private final KafkaProperties kafka;
    private final DatabaseConnections connections;
    private final KafkaListenerEndpointRegistry listeners;

    Startup(PersisterProperties properties, KafkaProperties kafka, DatabaseConnections connections,
            KafkaListenerEndpointRegistry listeners) {
        this.properties = properties;
        this.kafka = kafka;
        this.connections = connections;
        this.listeners = listeners;
    }

    @Override
    public void run(ApplicationArguments arguments) throws InterruptedException {
        SettingsCheck.of(properties, kafka).end();
        RequiredTopics.await(kafka.buildAdminProperties(), properties.startTimeout(), Topics.SALES, Topics.RESULTS,
                Topics.DEAD_LETTERS);
        checkDatabase();
        if (!(listeners
                .getListenerContainer(SalesListener.ID) instanceof ConcurrentMessageListenerContainer<?, ?> sales)) {
            throw new IllegalStateException("no listener for " + Topics.SALES);
        }
        sales.setConcurrency(properties.concurrency());
        sales.start();
    }

    /** A database that is away is waited for by whoever writes, and then asked for its schema again. */
    private void checkDatabase() {
        try {
            connections.tryOut();
        } catch (SchemaVersion.TooOld e) {
            throw e;
        } catch (RuntimeException e) {
            log.warn("the database does not answer yet: {}", Interruptions.describe(e));
            Thread.ofVirtual().name("database").start(this::awaitDatabase);
        }
    }

    /** Where nobody has anything to write, it would not be known that the database is there. */
    private void awaitDatabase() {
        try {
            while (!connections.haveOpened()) {
                Thread.sleep(properties.maxRetryDelay());
                tryDatabase();
            }
            log.info("the database answers");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tryDatabase() {
        try {
            connections.tryOut();
        } catch (RuntimeException e) {
            log.debug("the database does not answer yet: {}", Interruptions.describe(e));
        }
    }
}
