package trading.wire;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
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
        try (Admin admin = Admin.create(kafka)) {
            while (true) {
                try {
                    return question.ask(admin);
                } catch (ExecutionException e) {
                    boolean inTime = deadlineNanos - System.nanoTime() > TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
                    Throwable cause = e.getCause();
                    if (!inTime || cause == null || !mayPass.test(cause)) {
                        throw e;
                    }
                    log.info("waiting for {}: {}", what, e.getMessage());
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                }
            }
        }
    }
}
