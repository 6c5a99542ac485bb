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
            String why = Interruptions.describe(e);
            log.warn("the database does not answer yet: {}", why);
            Thread.ofVirtual().name("database").start(() -> awaitDatabase(why));
        }
    }

    /** Where nobody has anything to write, it would not be known that the database is there. */
    private void awaitDatabase(String firstWhy) {
        String why = firstWhy;
        try {
            while (!connections.haveOpened()) {
                Thread.sleep(properties.maxRetryDelay());
                why = tryDatabase(why);
            }
            log.info("the database answers");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Why it cannot be used, which is told when it is not as it was before. */
    private String tryDatabase(String whyBefore) {
        try {
            connections.tryOut();
            return whyBefore;
        } catch (RuntimeException e) {
            String why = Interruptions.describe(e);
            if (!why.equals(whyBefore)) {
                log.warn("the database cannot be used yet: {}", why);
            }
            return why;
        }
    }
}
