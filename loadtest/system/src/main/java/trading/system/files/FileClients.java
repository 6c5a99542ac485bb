package trading.system.files;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Clients that ask for a file over and over, each when it has got it, on a connection of its own. */
public final class FileClients {

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private FileClients() {}

    /**
     * What some clients got.
     *
     * @param took of each file from the request to its last byte, in µs
     * @param serverCpu that the server used for all of them
     * @param clientCpu that the clients used for all of them
     */
    public record Got(long files, Duration time, Histogram took, Duration serverCpu, Duration clientCpu) {}

    /**
     * Asks for so long, and returns when the last file has come.
     *
     * @throws IOException if a file does not come, or is of another length
     */
    public static Got ask(FileServer server, int clients, long length, Duration time)
            throws IOException, InterruptedException {
        Histogram took = new ConcurrentHistogram(LONGEST.toNanos() / 1_000, 3);
        AtomicLong files = new AtomicLong();
        Duration serverCpu = cpu(server.process());
        Duration clientCpu = cpu(ProcessHandle.current());
        long beginNanos = System.nanoTime();
        long endNanos = beginNanos + time.toNanos();
        try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            HttpRequest request = HttpRequest.newBuilder(server.file()).timeout(ANSWER_LIMIT).build();
            List<Future<?>> asking = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                asking.add(threads.submit(() -> {
                    while (System.nanoTime() < endNanos) {
                        long askedNanos = System.nanoTime();
                        get(http, request, length);
                        took.recordValue((System.nanoTime() - askedNanos) / 1_000);
                        files.incrementAndGet();
                    }
                    return null;
                }));
            }
            for (Future<?> each : asking) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(server.name() + ": " + e.getCause(), e);
        }
        return new Got(files.get(), Duration.ofNanos(System.nanoTime() - beginNanos), took,
                cpu(server.process()).minus(serverCpu), cpu(ProcessHandle.current()).minus(clientCpu));
    }

    private static void get(HttpClient http, HttpRequest request, long length)
            throws IOException, InterruptedException {
        HttpResponse<Long> answer = http.send(request, _ -> new Counting());
        if (answer.statusCode() != 200 || answer.body() != length) {
            throw new IOException("%s: status %d, %d bytes (expected: 200 and %d)".formatted(request.uri(),
                    answer.statusCode(), answer.body(), length));
        }
    }

    private static Duration cpu(ProcessHandle process) throws IOException {
        return process.info().totalCpuDuration()
                .orElseThrow(() -> new IOException("process " + process.pid() + ": has ended"));
    }
}
