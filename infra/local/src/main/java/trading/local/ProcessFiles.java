package trading.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A file per running process, with its pid and its start: how processes are found again whose supervisor was
 * killed. A pid alone would not do, since systems give it to others later.
 *
 * @param folder one stack's
 */
record ProcessFiles(Path folder) {

    /** The name of the process that started all others. */
    static final String SUPERVISOR = "supervisor";

    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(5);

    /** Those of the stack that has this home. */
    static ProcessFiles of(Path home) {
        return new ProcessFiles(home.resolve("processes"));
    }

    /** Notes that the process runs under this name. */
    void put(String name, ProcessHandle process) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(name), process.pid() + " " + ProcessStart.of(process) + "\n");
    }

    /** Notes that no process runs under this name. */
    void remove(String name) {
        try {
            Files.deleteIfExists(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The process that runs under this name, if it still does. */
    Optional<ProcessHandle> find(String name) {
        return read(folder.resolve(name));
    }

    /** SIGKILL to the process that runs under this name, if one does, and to its children. */
    void kill(String name) {
        find(name).ifPresent(ProcessFiles::kill);
    }

    /** SIGKILL to a process and its children. */
    static void kill(ProcessHandle process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process);
        all.forEach(ProcessHandle::destroyForcibly);
    }

    /** SIGKILL to all that run under a name, but for the supervisor, and to their children. */
    void killServers() throws IOException {
        for (Path file : files()) {
            String name = file.getFileName().toString();
            if (!name.equals(SUPERVISOR)) {
                kill(name);
            }
        }
    }

    /**
     * Stops every process that still runs under a name, all at once: SIGTERM, then SIGKILL.
     *
     * @return the names
     * @throws IOException if one cannot be stopped, as when another user started it
     */
    List<String> stopAll() throws IOException {
        List<Path> files = files();
        List<String> names = new ArrayList<>();
        List<ProcessHandle> processes = new ArrayList<>();
        for (Path file : files) {
            read(file).ifPresent(process -> {
                names.add(file.getFileName() + " (pid " + process.pid() + ")");
                processes.add(process);
                process.destroy();
            });
        }
        for (ProcessHandle process : processes) {
            end(process, STOP_LIMIT);
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
        return names;
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> list = Files.list(folder)) {
            return list.sorted().toList();
        }
    }

    /**
     * Asks a process to stop, and kills it when it takes too long.
     *
     * @throws IOException if it cannot be stopped
     */
    static void end(ProcessHandle process, Duration limit) throws IOException {
        // What is asked in vain is not worth waiting for.
        boolean isAsked = process.destroy();
        if (!hasEnded(process, isAsked ? limit : Duration.ZERO)) {
            process.destroyForcibly();
            if (!hasEnded(process, KILL_LIMIT)) {
                throw new IOException("pid " + process.pid() + ": cannot be ended by " + System.getProperty("user.name")
                        + " (expected: " + process.info().user().orElse("whoever") + ", who started it)");
            }
        }
    }

    private static boolean hasEnded(ProcessHandle process, Duration limit) {
        try {
            process.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        return true;
    }

    private static Optional<ProcessHandle> read(Path file) {
        try {
            String[] pidAndStart = Files.readString(file).strip().split(" ", -1);
            long pid = Long.parseLong(pidAndStart[0]);
            ProcessStart start = new ProcessStart(pidAndStart[1]);
            return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(start::isOf);
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            // Gone, or torn by a kill in the middle of writing.
            return Optional.empty();
        }
    }
}
