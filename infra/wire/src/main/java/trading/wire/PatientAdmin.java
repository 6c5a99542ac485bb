package trading.wire;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a Kafka that may not be there yet, again and again for a while. */
final class PatientAdmin {

    /** For how long a request may take, so that the next attempt has its turn. */
    static final int REQUEST_TIMEOUT_MILLIS = 2_000;

    private static final Logger log = LoggerFactory.getLogger(PatientAdmin.class);
    private static final long PAUSE_MILLIS = 500;

    private PatientAdmin() {}

    /** What is asked again until it is answered. */
    @FunctionalInterface
    interface Question<T> {
        T ask(Admin admin) throws ExecutionException, InterruptedException;
    }

    /**
     * What Kafka answers. Blocks the calling thread.
     *
     * @param kafka configuration of an {@link Admin} client
     * @param timeout no attempt begins later than that
     * @param mayPass of which causes of a failure it is worth to ask again
     * @param what is waited for, as the log says it
     * @throws ExecutionException the last failure, when it cannot pass or there is no time left
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    static <T> T answer(Map<String, Object> kafka, Duration timeout, Predicate<Throwable> mayPass, String what,
            Question<T> question) throws ExecutionException, InterruptedException {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        @Nullable
        Admin admin = null;
        try {
            while (true) {
                try {
                    admin = admin == null ? create(kafka) : admin;
                    return question.ask(admin);
                } catch (ExecutionException e) {
                    boolean inTime = deadlineNanos - System.nanoTime() > TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
                    Throwable cause = e.getCause();
                    if (!inTime || cause == null || !mayPass(cause, mayPass)) {
                        throw e;
                    }
                    log.info("waiting for {}: {}", what, e.getMessage());
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                }
            }
        } finally {
            if (admin != null) {
                admin.close();
            }
        }
    }

    /** Whether it is worth to ask again after this failure. */
    static boolean mayPass(Throwable cause, Predicate<Throwable> mayPass) {
        return cause instanceof UnknownBrokers || mayPass.test(cause);
    }

    /** Where brokers come and go, so do their names; what else is wrong with a configuration stays so. */
    private static Admin create(Map<String, Object> kafka) throws ExecutionException {
        try {
            return Admin.create(kafka);
        } catch (KafkaException e) {
            if (e.getCause() instanceof ConfigException config
                    && String.valueOf(config.getMessage()).contains("No resolvable bootstrap urls")) {
                throw new ExecutionException(new UnknownBrokers(config));
            }
            throw e;
        }
    }

    /** No broker's name leads to an address. */
    private static final class UnknownBrokers extends KafkaException {

        private static final long serialVersionUID = 1;

        private UnknownBrokers(ConfigException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** The brokers that were asked, as they were configured. */
    static String brokers(Map<String, Object> kafka) {
        Object servers = kafka.get(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG);
        return servers instanceof Collection<?> many
                ? many.stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(servers);
    }
}
