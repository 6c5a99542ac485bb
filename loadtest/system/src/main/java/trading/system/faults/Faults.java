package trading.system.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import trading.local.Signals;
import trading.local.StackFile.StackProcess;
import trading.system.links.Link;
import trading.system.links.SilentPorts;
import trading.system.watch.Logs.Moment;
import trading.system.watch.Owners;
import trading.system.watch.Watch.Sight;
import trading.wire.OrderId;
import trading.wire.Topics;

/** How each kind of fault is brought about. Each returns when what it broke is whole again, or left to heal by itself. */
final class Faults {

    private static final int ENGINES = 2;
    private static final int MORE_ENGINES = 4;
    private static final int PERSISTERS = 2;
    private static final int MORE_PERSISTERS = 3;

    /** Longer than the session timeouts of engines and persisters, so that a cut moves partitions. */
    private static final Duration CUT = Duration.ofSeconds(14);
    /** Longer than clients wait for an answer, the gateway for an acknowledgement, and Kafka for a transaction to go on. */
    private static final Duration STALL = Duration.ofSeconds(18);
    /** Of one of several brokers: long enough to see that it is not waited for. */
    private static final Duration LONG_STALL = Duration.ofSeconds(80);
    /** In which others take its partitions, and everybody turns to them. */
    private static final Duration TAKEN_OVER = Duration.ofSeconds(60);
    private static final Duration SLOW = Duration.ofSeconds(12);
    private static final Duration LATE = Duration.ofMillis(400);
    private static final Duration IN_HAND = Duration.ofMillis(300);
    /** Longer than Kafka lets a fetch wait for records. */
    private static final Duration ROWS_LIMIT = Duration.ofMillis(700);
    private static final int HOLDS = 6;
    /** A persister often has nothing in hand, and on a busy machine six times in a row. */
    private static final int ROW_HOLDS = 20;
    private static final Duration MOVE_LIMIT = Duration.ofMinutes(2);
    private static final Duration COPY_LIMIT = Duration.ofMinutes(5);
    private static final Duration FULL_LIMIT = Duration.ofSeconds(3);
    private static final Duration SETTLE = Duration.ofSeconds(3);
    private static final int POISONED_PARTITIONS = 5;
    /** In some partitions of the other engine: one that is found out is enough. */
    private static final int MISSED = 20;
    private static final int STALLS = 3;
    /** For what an engine finds when it goes on, or builds from its copy. */
    private static final Duration SPEAK_LIMIT = Duration.ofSeconds(5);

    private Faults() {}

    static void killGateway(Scene scene) throws IOException, InterruptedException {
        scene.killAndAwait(scene.any("gateway"));
    }

    static void killEngine(Scene scene) throws IOException, InterruptedException {
        StackProcess engine = scene.any("engine");
        scene.engineGone(engine);
        scene.stack().kill(engine.name());
        awaitMoved(scene);
    }

    static void killPersister(Scene scene) throws IOException, InterruptedException {
        scene.stack().kill(scene.any("persister").name());
        awaitPersistersMoved(scene);
    }

    /** What persisters have fetched becomes rows; then they wait for Kafka to take results, and one is killed there. */
    static void killPersisterBeforeCommit(Scene scene) throws IOException, InterruptedException {
        StackProcess persister = scene.any("persister");
        Link kafka = scene.links().get("persister-kafka");
        try {
            for (int hold = 1; !hasRowsWithoutCommit(scene, kafka, persister) && hold < ROW_HOLDS; hold++) {
                // It had nothing in hand.
                kafka.pass();
                Thread.sleep(IN_HAND);
            }
            scene.stack().kill(persister.name());
        } finally {
            // What it had sent dies with it.
            kafka.cut();
            kafka.pass();
        }
        awaitPersistersMoved(scene);
    }

    /** Holds what persisters ask of Kafka, and waits for rows of this one, which it then cannot commit. */
    private static boolean hasRowsWithoutCommit(Scene scene, Link kafka, StackProcess persister)
            throws InterruptedException {
        kafka.holdRequests();
        OptionalDouble before = rows(scene, persister);
        return before.isPresent()
                && Scene.await(ROWS_LIMIT, () -> rows(scene, persister).orElse(0) > before.getAsDouble());
    }

    static void killBroker(Scene scene) throws IOException, InterruptedException {
        scene.killAndAwait(scene.any("broker"));
    }

    /** In the end nothing is where it was written first: what is there was copied, and most of it was copied from a copy. */
    static void loseDisks(Scene scene) throws IOException, InterruptedException {
        try (Replicas replicas = Replicas.of(scene.stack().kafka())) {
            for (StackProcess broker : scene.all("broker")) {
                scene.stack().killWithDisk(broker.name());
                scene.stack().awaitReplaced(broker.name(), broker.pid());
                if (!Scene.await(COPY_LIMIT, replicas::areWhole)) {
                    scene.stepInVain("%s without its disk: %d partitions with too few copies after %d s (expected: 0)"
                            .formatted(broker.name(), replicas.tooFew(), COPY_LIMIT.toSeconds()));
                    return;
                }
                scene.partitionsWereCopied(replicas.partitions());
            }
        }
    }

    static void killDatabase(Scene scene) throws IOException, InterruptedException {
        scene.killAndAwait(scene.any("database"));
    }

    /** What it has read and not answered is decided when nobody waits for it any more. */
    static void stallGateway(Scene scene) throws IOException, InterruptedException {
        stall(scene.any("gateway"), STALL);
    }

    static void stallEngine(Scene scene) throws IOException, InterruptedException {
        StackProcess engine = scene.any("engine");
        awaitShare(scene, engine);
        Map<Path, Long> logLengths = scene.services().logLengths();
        scene.engineGone(engine);
        Signals.stall(engine.pid());
        try {
            awaitLost(scene, engine);
            Thread.sleep(SETTLE);
        } finally {
            Signals.resume(engine.pid());
        }
        Scene.await(SPEAK_LIMIT, () -> says(scene, logLengths, Observation.ENGINE_FENCED));
    }

    /**
     * Its copies of the other engine's markets never hear of orders that left meanwhile. When it gets partitions back, it must
     * see that, and read the changelog from its beginning.
     *
     * <p>Its thread may as well die of the transaction in which it was stopped, and then it has no copies: another try.
     */
    static void stallEnginePastRetention(Scene scene) throws IOException, InterruptedException {
        StackProcess engine = scene.any("engine");
        Map<Path, Long> logLengths = scene.services().logLengths();
        awaitShare(scene, engine);
        for (int stall = 1; stall <= STALLS; stall++) {
            stallPastRetention(scene, engine);
            awaitShare(scene, engine);
            if (Scene.await(SPEAK_LIMIT, () -> says(scene, logLengths, Observation.COPY_STALE))) {
                break;
            }
        }
        awaitOwners(scene);
    }

    private static void stallPastRetention(Scene scene, StackProcess engine) throws IOException, InterruptedException {
        scene.engineGone(engine);
        Signals.stall(engine.pid());
        try (Changelog changelog = Changelog.cleanAtOnce(scene.stack().kafka(), scene.logs())) {
            Set<Integer> copies = partitions();
            copies.removeAll(scene.partitionsOfKilled());
            Set<Changelog.Open> open = changelog.open(copies);
            awaitLost(scene, engine);
            Scene.await(MOVE_LIMIT, () -> changelog.forgotten(open) >= MISSED);
            scene.deletionsWereMissed(changelog.forgotten(open));
        } finally {
            Signals.resume(engine.pid());
        }
    }

    /**
     * One that has just started, or was just found out, has neither partitions to lose nor copies; and one that is stopped
     * while partitions are on their way to it may never have owned what others get.
     */
    private static void awaitShare(Scene scene, StackProcess engine) throws InterruptedException {
        if (!Scene.await(MOVE_LIMIT,
                () -> hasShare(scene, engine) && scene.watch().ownersKeptFor().compareTo(SETTLE) >= 0)) {
            scene.stepInVain("%s has no partitions that it keeps (expected: some for %d s, within %d s)"
                    .formatted(engine.name(), SETTLE.toSeconds(), MOVE_LIMIT.toSeconds()));
        }
    }

    private static void awaitLost(Scene scene, StackProcess engine) throws InterruptedException {
        Scene.await(MOVE_LIMIT, () -> scene.watch().now().isWhole() && !hasShare(scene, engine));
    }

    private static boolean hasShare(Scene scene, StackProcess engine) {
        return !scene.watch().now().engines().of(engine.name()).isEmpty();
    }

    private static boolean says(Scene scene, Map<Path, Long> since, Pattern line) throws InterruptedException {
        try {
            return scene.services().logLines("engine", since, line) > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void stallPersister(Scene scene) throws IOException, InterruptedException {
        Link database = scene.links().get("persister-database");
        StackProcess persister = scene.any("persister");
        database.hold();
        try {
            Thread.sleep(IN_HAND);
            Signals.stall(persister.pid());
        } finally {
            database.pass();
        }
        try {
            awaitPersistersMoved(scene);
            Thread.sleep(SETTLE);
        } finally {
            Signals.resume(persister.pid());
        }
        Thread.sleep(SETTLE);
    }

    /**
     * Nobody's connection breaks: what was sent to it arrives when it goes on, late. Where there are others, they must have taken its
     * partitions meanwhile, and all of them must be traded.
     */
    static void stallBroker(Scene scene) throws IOException, InterruptedException {
        StackProcess broker = scene.any("broker");
        if (scene.all("broker").size() == 1) {
            stall(broker, STALL);
            awaitOwners(scene);
        } else {
            requireOthersTrade(scene, broker, () -> stall(broker, LONG_STALL));
        }
    }

    /**
     * As if its machine had lost its power, or its network: who is connected hears nothing more, and who connects hears nothing
     * either. To a broker that only stands still, the kernel connects everybody.
     */
    static void vanishBroker(Scene scene) throws IOException, InterruptedException {
        StackProcess broker = scene.any("broker");
        requireOthersTrade(scene, broker, () -> {
            Signals.stall(broker.pid());
            try (SilentPorts ports = new SilentPorts()) {
                List<Integer> of = scene.stack().brokerPorts(broker.name());
                for (int port : of) {
                    ports.silence(port);
                }
                scene.links().silence(Set.copyOf(of));
                Thread.sleep(LONG_STALL);
            } finally {
                scene.links().heal();
                Signals.resume(broker.pid());
            }
        });
    }

    /** That one of several brokers does nothing for {@link #LONG_STALL}. */
    @FunctionalInterface
    private interface Absence {
        void last() throws IOException, InterruptedException;
    }

    private static void requireOthersTrade(Scene scene, StackProcess absent, Absence absence)
            throws IOException, InterruptedException {
        Moment before = scene.logs().now();
        long wentMillis = System.currentTimeMillis();
        absence.last();
        long cameMillis = System.currentTimeMillis();
        awaitOwners(scene);
        requireTraded(scene, absent, before, wentMillis + TAKEN_OVER.toMillis(), cameMillis);
    }

    private static void requireTraded(Scene scene, StackProcess absent, Moment since, long fromMillis, long toMillis)
            throws InterruptedException {
        Set<Integer> standing = partitions();
        scene.logs().read(Topics.SALES, since, scene.logs().now(), true, batch -> {
            if (batch.timestamp() >= fromMillis && batch.timestamp() < toMillis) {
                standing.remove(batch.partition());
            }
        });
        if (!standing.isEmpty()) {
            scene.stepInVain("%s was away for %d s: partitions not traded after %d s of that: %s (expected: none)"
                    .formatted(absent.name(), LONG_STALL.toSeconds(), TAKEN_OVER.toSeconds(), standing));
        }
    }

    private static void stall(StackProcess process, Duration time) throws IOException, InterruptedException {
        Signals.stall(process.pid());
        try {
            Thread.sleep(time);
        } finally {
            Signals.resume(process.pid());
        }
    }

    static void scaleEngines(Scene scene) throws IOException, InterruptedException {
        for (int count : new int[]{MORE_ENGINES, 1, ENGINES}) {
            scale(scene, "engine", count, Sight::engines);
        }
    }

    static void scalePersisters(Scene scene) throws IOException, InterruptedException {
        for (int count : new int[]{MORE_PERSISTERS, 1, PERSISTERS}) {
            scale(scene, "persister", count, Sight::persisters);
        }
    }

    /** Until each process of the service has partitions, and together they have all. */
    private static void scale(Scene scene, String service, int count, Function<Sight, Owners> owners)
            throws IOException, InterruptedException {
        scene.stack().scale(service, count);
        List<String> names = scene.stack().processes().stream().filter(process -> process.service().equals(service))
                .map(StackProcess::name).toList();
        if (!Scene.await(MOVE_LIMIT, () -> owners.apply(scene.watch().now()).areShared(names))) {
            scene.stepInVain(
                    "%ss to %d: partitions by process %s (expected: all %d, some to each, within %d s)".formatted(
                            service, count, owners.apply(scene.watch().now()).counts(names), Topics.PARTITIONS,
                            MOVE_LIMIT.toSeconds()));
        }
    }

    static void rollingRestart(Scene scene) throws IOException, InterruptedException {
        for (StackProcess process : scene.stack().processes()) {
            if (process.service().equals("engine")) {
                scene.stack().restart(process.name());
                awaitOwners(scene);
            }
        }
    }

    static void slowDatabase(Scene scene) throws InterruptedException {
        List<Link> links = List.of(scene.links().get("persister-database"), scene.links().get("gateway-database"));
        links.forEach(link -> link.slow(LATE));
        try {
            Thread.sleep(SLOW);
        } finally {
            links.forEach(Link::pass);
        }
    }

    static void cutGatewayKafka(Scene scene) throws InterruptedException {
        cut(scene, "gateway-kafka");
    }

    static void cutEngineKafka(Scene scene) throws InterruptedException {
        cut(scene, "engine-kafka");
        awaitMoved(scene);
    }

    static void cutPersisterKafka(Scene scene) throws InterruptedException {
        cut(scene, "persister-kafka");
    }

    static void cutPersisterDatabase(Scene scene) throws InterruptedException {
        cut(scene, "persister-database");
    }

    /** Nobody knows these orders, so the gateway has to ask the database. */
    static void cutGatewayDatabase(Scene scene) throws InterruptedException {
        Link link = scene.links().get("gateway-database");
        // A connection to be cut, if there is none yet.
        scene.services().status(unknownOrder());
        link.cut();
        try {
            for (int i = 0; i < POISONED_PARTITIONS; i++) {
                if (scene.services().status(unknownOrder()) == HttpURLConnection.HTTP_UNAVAILABLE) {
                    scene.databaseWasUnreadable();
                }
            }
        } finally {
            link.pass();
        }
    }

    /** Bytes that are no message, a message of nothing, and no bytes at all. */
    static void poison(Scene scene) throws IOException, InterruptedException {
        byte[] garbage = new byte[200];
        scene.random().nextBytes(garbage);
        byte[] text = "{\"side\":\"BUY\"}".getBytes(StandardCharsets.UTF_8);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", scene.stack().kafka(), "acks", "all"), new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (String topic : List.of(Topics.ORDERS, Topics.SALES, Topics.RESULTS, Topics.CHECKPOINTS,
                    Topics.DEAD_LETTERS)) {
                for (byte[] value : new byte[][]{garbage, text, {}}) {
                    send(producer, topic, scene.random().nextInt(Topics.PARTITIONS), value);
                }
                send(producer, topic, scene.random().nextInt(Topics.PARTITIONS), null);
            }
        } catch (ExecutionException e) {
            throw new IOException("Kafka took no poison: " + e.getCause(), e);
        }
    }

    /** A gateway that refuses orders for another reason, such as a pipeline that is behind, gets none to hold. */
    static void fullBuffer(Scene scene) throws InterruptedException {
        Link kafka = scene.links().get("gateway-kafka");
        try {
            for (int hold = 1; !becomesFull(scene, kafka) && hold < HOLDS; hold++) {
                kafka.pass();
                Thread.sleep(SETTLE);
            }
            Thread.sleep(IN_HAND);
        } finally {
            kafka.pass();
        }
    }

    private static boolean becomesFull(Scene scene, Link kafka) throws InterruptedException {
        long before = refusedByFullBuffer(scene);
        kafka.hold();
        return Scene.await(FULL_LIMIT, () -> refusedByFullBuffer(scene) > before);
    }

    private static long refusedByFullBuffer(Scene scene) {
        return scene.load().now().getOrDefault("refused.in-flight", 0L);
    }

    /** Rows that a persister has written so far, by its own count; nothing if it does not say. */
    private static OptionalDouble rows(Scene scene, StackProcess persister) throws InterruptedException {
        Map<Long, Double> said = scene.services().metric("persister", "trading_persister_rows_total");
        Double rows = said.get(persister.pid());
        return rows == null ? OptionalDouble.empty() : OptionalDouble.of(rows);
    }

    private static void cut(Scene scene, String name) throws InterruptedException {
        Link link = scene.links().get(name);
        link.cut();
        try {
            Thread.sleep(CUT);
        } finally {
            link.pass();
        }
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, String topic, int partition,
            byte @Nullable [] value)
            throws ExecutionException, InterruptedException {
        producer.send(new ProducerRecord<>(topic, partition, null, value)).get();
    }

    /** All of a topic; a set of the caller's own. */
    private static Set<Integer> partitions() {
        return IntStream.range(0, Topics.PARTITIONS).boxed().collect(Collectors.toCollection(TreeSet::new));
    }

    private static String unknownOrder() {
        UUID unknown = OrderId.next(0, System.currentTimeMillis());
        return "/orders/" + unknown + "/sales";
    }

    private static void awaitMoved(Scene scene) throws InterruptedException {
        Scene.await(MOVE_LIMIT, () -> scene.watch().enginePartitionsMoved() > 0 && scene.watch().now().isWhole());
    }

    private static void awaitPersistersMoved(Scene scene) throws InterruptedException {
        Scene.await(MOVE_LIMIT, () -> scene.watch().persisterPartitionsMoved() > 0 && scene.watch().now().isWhole());
    }

    /** Until every partition has an owner again, after a moment in which some may have none. */
    private static void awaitOwners(Scene scene) throws InterruptedException {
        Thread.sleep(SETTLE);
        Scene.await(MOVE_LIMIT, () -> scene.watch().now().isWhole());
    }
}
