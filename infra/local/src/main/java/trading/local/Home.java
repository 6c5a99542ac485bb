package trading.local;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

/** The home of a stack while it is in use: no other starts there, and nothing else still runs there. */
final class Home {

    private final StackOptions options;
    private final StackLock lock;

    private Home(StackOptions options, StackLock lock) {
        this.options = options;
        this.lock = lock;
    }

    /**
     * Takes hold of a home, and stops what a killed supervisor left running there.
     *
     * @param options their brokers, engines and persisters need ports and memory
     * @param say hears what people should know
     * @throws IOException if it is in use, or the machine lacks something; the message says what helps
     */
    static Home take(StackOptions options, Consumer<String> say) throws IOException {
        StackLock lock = lock(options);
        try {
            List<String> leftovers = options.processFiles().stopAll();
            if (!leftovers.isEmpty()) {
                say.accept("stopped what a killed supervisor had left running: " + String.join(", ", leftovers));
            }
            Files.deleteIfExists(options.stackFile());
            List<String> shortfalls = Preflight.shortfalls(options.home(), options.ports(), options.brokers(),
                    options.engines(), options.persisters(), options.databaseUrl().isEmpty());
            if (!shortfalls.isEmpty()) {
                throw new IOException(String.join(System.lineSeparator(), shortfalls));
            }
        } catch (IOException e) {
            lock.close();
            throw e;
        }
        return new Home(options, lock);
    }

    /** The homes in a checkout: its stack's, and those of commands that start stacks of their own. */
    static List<Path> all(Path checkout) throws IOException {
        try (DirectoryStream<Path> homes = Files.newDirectoryStream(checkout, Main.HOME + "{,-*}")) {
            return StreamSupport.stream(homes.spliterator(), false).filter(Files::isDirectory).sorted().toList();
        }
    }

    /** @throws IOException if it is in use */
    static StackLock lock(StackOptions options) throws IOException {
        return StackLock.take(options.home())
                .orElseThrow(() -> new IOException("the stack is up already" + StackFile.read(options.stackFile())
                        .map(file -> ": gateway " + file.gateway() + ", supervisor's pid " + file.supervisorPid())
                        .orElse(" in " + options.home())));
    }

    /** This process is the supervisor of what runs here. */
    void enter() throws IOException {
        options.processFiles().put(ProcessFiles.SUPERVISOR, ProcessHandle.current());
    }

    /** Nothing runs here any more. */
    void leave() throws IOException {
        Files.deleteIfExists(options.stackFile());
        options.processFiles().remove(ProcessFiles.SUPERVISOR);
        lock.close();
    }
}
