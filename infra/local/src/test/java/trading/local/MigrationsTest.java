package trading.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationsTest {

    private static final DatabaseAddress NOWHERE = new DatabaseAddress("MariaDB", "11", "r2dbc:mysql://nowhere/x",
            "jdbc:mariadb://nowhere/x", "user", "password");

    @TempDir
    private Path folder = Path.of("");

    /** A step that takes for ever. */
    static final class Endless {

        private Endless() {}

        public static void main(String[] args) throws InterruptedException {
            new CountDownLatch(1).await();
        }
    }

    @Test
    void whileTheyRunTheyAreFoundAndStopped() throws Exception {
        ProcessFiles files = ProcessFiles.of(folder);
        FutureTask<Boolean> step = new FutureTask<>(() -> {
            new Migrations(jar(), NOWHERE, folder.resolve("migrations.log"), Jvm.shortLived(32), files, true).run();
            return true;
        });
        Thread.ofVirtual().start(step);
        ProcessHandle process = await().atMost(Duration.ofMinutes(2))
                .until(() -> files.find(Migrations.NAME), Optional::isPresent).orElseThrow();

        files.killServers();

        assertThatThrownBy(step::get).hasCauseInstanceOf(IOException.class);
        assertThat(process.isAlive()).isFalse();
        assertThat(folder.resolve("processes").resolve(Migrations.NAME)).doesNotExist();
    }

    private Path jar() throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, Endless.class.getName());
        attributes.put(Attributes.Name.CLASS_PATH,
                Endless.class.getProtectionDomain().getCodeSource().getLocation().toString());
        Path jar = folder.resolve("migrations.jar");
        try (JarOutputStream _ = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            return jar;
        }
    }
}
