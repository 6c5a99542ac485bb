package trading.local;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The step that brings the database's schema up to date, as a process of its own, as in production. */
record Migrations(Path jar, DatabaseAddress database, Path output, Jvm jvm, ProcessFiles files,
        boolean endsWithParent) {

    /** Of the process. */
    static final String NAME = "migrations";

    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** @throws IOException if the schema is not up to date afterwards; the message has the step's last words */
    void run() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(jvm.command());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-jar", jar.toString()));
        Map<String, String> environment = Map.of("MYSQL_URL", database.r2dbcUrl(), "MYSQL_USERNAME",
                database.username(), "MYSQL_PASSWORD", database.password());
        LogFile log = LogFile.open(output);
        Process process = ServerProcess
                .spawn(new Launch(NAME, command, environment, output, LIMIT, endsWithParent));
        try {
            files.put(NAME, process.toHandle());
            if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
                throw new IOException("the database's schema is not up to date; " + log.lastWords());
            }
        } finally {
            process.destroyForcibly();
            files.remove(NAME);
        }
    }
}
