package trading.local;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import trading.wire.MissingTopics;

/** Starts a stack: the broker with its topics, the database with its schema, and the services. */
final class StackStart {

    private static final Duration TOPICS_LIMIT = Duration.ofMinutes(3);

    private final StackOptions options;
    private final Servers servers;
    private final RunningServers running;
    private final Instances instances;
    private final Consumer<String> say;

    /** @param say hears where each serves */
    StackStart(StackOptions options, Servers servers, RunningServers running, Instances instances,
            Consumer<String> say) {
        this.options = options;
        this.servers = servers;
        this.running = running;
        this.instances = instances;
        this.say = say;
    }

    /**
     * Starts everything, at once what does not need the other, and returns when all of it serves.
     *
     * @return where the database is
     * @throws IOException if something does not start; the rest may run then
     */
    DatabaseAddress run() throws IOException, InterruptedException {
        Optional<DatabaseAddress> given = askDatabase();
        if (options.kafka().isEmpty()) {
            new PairedDatabase(options.data()).take(given);
        }
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                Future<?> kafka = executor.submit(task(this::startKafka));
                Future<DatabaseAddress> migrated = executor.submit(() -> startDatabase(given));
                await(kafka);
                List<Future<?>> services = new ArrayList<>();
                services.add(executor.submit(task(() -> instances.startEngines(1, options.engines()))));
                DatabaseAddress database = await(migrated);
                services.add(executor.submit(task(() -> instances.startGateway(database))));
                services.add(executor.submit(task(() -> instances.startPersisters(1, options.persisters(), database))));
                for (Future<?> service : services) {
                    await(service);
                }
                return database;
            } catch (IOException | InterruptedException e) {
                executor.shutdownNow();
                throw e;
            }
        }
    }

    private void startKafka() throws IOException, InterruptedException {
        int brokers = 1;
        if (options.kafka().isEmpty()) {
            startOwnKafka();
            brokers = options.brokers();
        }
        try {
            MissingTopics.create(Map.of("bootstrap.servers", servers.kafka()), KafkaBroker.replication(brokers),
                    KafkaBroker.minInsyncReplicas(brokers), TOPICS_LIMIT);
        } catch (IllegalStateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** All at once: none serves before two of three know each other. */
    private void startOwnKafka() throws IOException, InterruptedException {
        List<Supervised> started = new ArrayList<>();
        for (KafkaBroker broker : servers.brokers()) {
            started.add(running.start("broker", broker.port(), broker));
        }
        for (Supervised broker : started) {
            broker.awaitUp();
            say.accept("%-9s 127.0.0.1:%d (Kafka %s)".formatted(broker.name(), broker.port(), KafkaBroker.version()));
        }
    }

    private DatabaseAddress startDatabase(Optional<DatabaseAddress> given) throws IOException, InterruptedException {
        DatabaseAddress address = given.isPresent() ? given.get() : startOwnDatabase();
        servers.migrations(address).run();
        return address;
    }

    private Optional<DatabaseAddress> askDatabase() throws IOException {
        if (options.databaseUrl().isEmpty()) {
            return Optional.empty();
        }
        try {
            DatabaseAddress address = DatabaseAddress.ask(DatabaseAddress.OPTION, options.databaseUrl().get());
            say.accept("database  %s (%s %s, given)".formatted(address.r2dbcUrl(), address.kind(), address.version()));
            return Optional.of(address);
        } catch (SQLException e) {
            throw new IOException(DatabaseAddress.OPTION + ": " + e.getMessage(), e);
        }
    }

    private DatabaseAddress startOwnDatabase() throws IOException, InterruptedException {
        Database server = Database.of(options, DatabaseBinaries.find(), say);
        running.start("database", server.port(), server).awaitUp();
        say.accept(server.description());
        return DatabaseAddress.of(server);
    }

    private static Callable<Boolean> task(Task task) {
        return () -> {
            task.run();
            return true;
        };
    }

    private static <T> T await(Future<T> future) throws IOException, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException(e.getCause());
        }
    }

    @FunctionalInterface
    private interface Task {

        void run() throws IOException, InterruptedException;
    }
}
