package trading.local;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A real MariaDB or MySQL on loopback, with an empty database {@value #NAME} for user {@value #USERNAME} at its first
 * start. Every commit is on disk before it is answered.
 *
 * @param name of the process
 * @param data its data folder; survives restarts
 * @param output takes what the process prints
 * @param port for clients
 * @param bufferPoolMegabytes its cache of pages
 * @param endsWithParent as in {@link Launch}
 */
public record Database(String name, DatabaseBinaries binaries, Path data, Path output, int port,
        int bufferPoolMegabytes, boolean endsWithParent) implements Server {

    /** The database, its user, and the user's password: nobody but this machine can reach it. */
    public static final String NAME = "trader";
    public static final String USERNAME = "trader";
    public static final String PASSWORD = "trader";

    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(2);
    private static final int GREETING_LIMIT_MILLIS = 1_000;
    private static final int BUFFER_POOL_MEGABYTES = 512;
    private static final int REDO_LOG_MEGABYTES = 256;
    private static final int PROTOCOL_VERSION = 10;
    private static final int HEADER_BYTES = 4;

    /**
     * The database of a stack, with its data in the stack's home: one that may not have them there, as MySQL on Ubuntu may
     * not, gives way to MariaDB out of the jars; so does one that came later than that one's data.
     *
     * @param say hears of that
     * @throws IOException if neither makes a data folder
     */
    static Database of(StackOptions options, DatabaseBinaries found, Consumer<String> say) throws IOException {
        Database database = of(options, found);
        if (!Files.isDirectory(database.data)) {
            if (Files.isDirectory(options.data(DatabaseBinaries.dataNameOfJar()))) {
                return of(options, DatabaseBinaries.fromJar());
            }
            requireNoOthersData(database);
        }
        try {
            database.installOnce();
            return database;
        } catch (IOException e) {
            if (found.isFromJar() || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            Database other = of(options, fromJar(e));
            other.installOnce();
            say.accept("!! " + e.getMessage() + "; taking MariaDB from the jars");
            return other;
        }
    }

    /** An empty database beside what Kafka knows of another would lack all sales of before. */
    private static void requireNoOthersData(Database database) throws IOException {
        Path folder = requireNonNull(database.data.getParent());
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> others = Files.newDirectoryStream(folder,
                other -> DatabaseBinaries.isDataName(String.valueOf(other.getFileName())))) {
            for (Path other : others) {
                throw new IOException(other + ": the data of this stack, which " + database.binaries.kind() + " "
                        + database.binaries.version() + " from " + database.binaries.origin()
                        + " does not read (expected: the server that wrote them, by --database-url or first in PATH;"
                        + " or ./pipeline clean, which deletes them)");
            }
        }
    }

    private static DatabaseBinaries fromJar(IOException failure) throws IOException {
        try {
            return DatabaseBinaries.fromJar();
        } catch (IOException e) {
            e.addSuppressed(failure);
            throw new IOException(failure.getMessage() + "; and " + e.getMessage() + ". --database-url "
                    + DatabaseAddress.FORM + " takes a server that runs already", e);
        }
    }

    private static Database of(StackOptions options, DatabaseBinaries binaries) {
        return new Database("database", binaries, options.data(binaries.dataName()), options.log("database"),
                options.ports().database(), BUFFER_POOL_MEGABYTES, options.endsWithParent());
    }

    /** Where it is and what it is, for people. */
    String description() {
        return "database  127.0.0.1:%d (%s %s, from %s)".formatted(port, binaries.kind(), binaries.version(),
                binaries.origin());
    }

    /** {@code mysql://HOST:PORT/DATABASE}: beginnings are {@code r2dbc:}, or {@code jdbc:}. */
    public String url() {
        return "mysql://127.0.0.1:" + port + "/" + NAME;
    }

    @Override
    public Launch launch() throws IOException {
        installOnce();
        Path firstStatements = data.resolveSibling(data.getFileName() + ".sql");
        Files.writeString(firstStatements, """
                CREATE DATABASE IF NOT EXISTS %1$s;
                CREATE USER IF NOT EXISTS '%2$s'@'127.0.0.1' IDENTIFIED BY '%3$s';
                GRANT ALL ON %1$s.* TO '%2$s'@'127.0.0.1';
                """.formatted(NAME, USERNAME, PASSWORD));
        List<String> command = program();
        command.addAll(temporaryFiles());
        command.addAll(List.of("--datadir=" + data.toAbsolutePath(),
                "--init-file=" + firstStatements.toAbsolutePath(), "--port=" + port, "--bind-address=127.0.0.1",
                "--socket=", "--pid-file=" + data.toAbsolutePath().resolve("server.pid"), "--skip-name-resolve",
                "--skip-log-bin", "--local-infile=ON", "--innodb-flush-log-at-trx-commit=1",
                "--innodb-buffer-pool-size=" + bufferPoolMegabytes + "M"));
        // Without being told, MariaDB makes itself a certificate at every start, which takes seconds.
        command.addAll(binaries.isMariaDb()
                ? List.of("--skip-ssl", "--innodb-log-file-size=" + REDO_LOG_MEGABYTES + "M")
                : List.of("--innodb-redo-log-capacity=" + REDO_LOG_MEGABYTES + "M", "--mysqlx=OFF"));
        return new Launch(name, command, Map.of(), output, STOP_LIMIT, endsWithParent);
    }

    /** A server greets a connection once it is open to clients, which is after recovery and its first statements. */
    @Override
    public boolean isReady() {
        try (Socket socket = new Socket()) {
            socket.connect(Ports.loopback(port), GREETING_LIMIT_MILLIS);
            socket.setSoTimeout(GREETING_LIMIT_MILLIS);
            byte[] greeting = socket.getInputStream().readNBytes(HEADER_BYTES + 1);
            return greeting.length == HEADER_BYTES + 1 && greeting[HEADER_BYTES] == PROTOCOL_VERSION;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Duration startLimit() {
        return START_LIMIT;
    }

    private List<String> program() {
        List<String> command = new ArrayList<>(List.of(binaries.server().toString(), "--no-defaults"));
        command.addAll(commonOptions());
        return command;
    }

    private List<String> commonOptions() {
        List<String> options = new ArrayList<>();
        binaries.base().ifPresent(base -> options.add("--basedir=" + base));
        // As root, a server insists on being told that this is meant.
        if (System.getProperty("user.name").equals("root")) {
            options.add("--user=root");
        }
        return options;
    }

    /** A server deletes the temporary tables that it finds at its start, and with them any other's in the same folder. */
    private List<String> temporaryFiles() throws IOException {
        return List.of("--tmpdir=" + temporaryFolder());
    }

    private Path temporaryFolder() throws IOException {
        return Files.createDirectories(data.resolveSibling(data.getFileName() + ".tmp").toAbsolutePath());
    }

    private void installOnce() throws IOException {
        if (!Files.isDirectory(data)) {
            install();
        }
    }

    /**
     * Beside the final folder, which then appears whole or not at all. MariaDB's installer is a script that splits paths at
     * their spaces: it gets none that may have some.
     */
    private void install() throws IOException {
        Path part = data.resolveSibling(data.getFileName() + ".new").toAbsolutePath();
        Path folder = requireNonNull(part.getParent());
        Folders.delete(part);
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>();
        if (binaries.isMariaDb()) {
            command.addAll(List.of(binaries.installer().toString(), "--no-defaults"));
            command.addAll(commonOptions());
            command.addAll(List.of("--skip-test-db", "--skip-name-resolve", "--datadir=./" + part.getFileName()));
        } else {
            command.addAll(program());
            command.addAll(temporaryFiles());
            command.addAll(List.of("--initialize", "--datadir=" + part));
        }
        Files.createDirectories(output.toAbsolutePath().getParent());
        ProcessBuilder installer = new ProcessBuilder(command).directory(folder.toFile())
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        installer.environment().put("TMPDIR", temporaryFolder().toString());
        Process process = installer.start();
        if (!endsWell(process)) {
            throw new IOException("no data folder for " + binaries.kind() + " (expected: " + String.join(" ", command)
                    + " succeeds within " + INSTALL_LIMIT.toSeconds() + " s); it says why in " + output);
        }
        Files.move(part, data);
    }

    private static boolean endsWell(Process process) throws IOException {
        try {
            boolean ended = process.waitFor(INSTALL_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            return ended && process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
