package trading.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.utility.DockerImageName;
import trading.local.Database;
import trading.local.DatabaseAddress;
import trading.local.DatabaseBinaries;
import trading.local.Ports;
import trading.mysql.Migrate;

/**
 * A real database with the schema of {@link Migrate}. Thread-safe.
 *
 * <p>System property {@code trading.mysql.url}, {@code mysql://USER:PASSWORD@HOST:PORT/DATABASE}, names a server to use
 * instead of one that is started here; what is in it stays, so tests take product and order ids that are new each time.
 */
public final class TestDatabase extends TestServer {

    private static final Logger LOG = LoggerFactory.getLogger(TestDatabase.class);
    private static final int BUFFER_POOL_MEGABYTES = 128;
    private static final int PORT_IN_CONTAINER = 3306;
    private static final String URL_PROPERTY = "trading.mysql.url";
    private static final String IMAGE_PROPERTY = "trading.test.mysql-image";
    private static final String IMAGE = "mysql:8.4";

    private final DatabaseAddress address;

    private TestDatabase(Instance instance, boolean shared, DatabaseAddress address, String description) {
        super(instance, shared, description);
        this.address = address;
    }

    /** The one that all tests of this JVM share; it ends with the JVM. */
    public static TestDatabase start() {
        return Shared.DATABASE;
    }

    /** One for the caller alone, who closes it, and may kill it unless it is a server that was named from outside. */
    public static TestDatabase startOwn() {
        return start(false);
    }

    /** {@code r2dbc:mysql://HOST:PORT/DATABASE}, for r2dbc-mysql. */
    public String r2dbcUrl() {
        return address.r2dbcUrl();
    }

    /** {@code jdbc:mariadb://…}, for MariaDB's driver, which is on every class path that has {@link Migrate}. */
    public String jdbcUrl() {
        return address.jdbcUrl();
    }

    public String username() {
        return address.username();
    }

    public String password() {
        return address.password();
    }

    private static TestDatabase start(boolean shared) {
        try {
            String url = System.getProperty(URL_PROPERTY, "");
            TestDatabase database;
            if (!url.isEmpty()) {
                database = given(shared, url);
            } else {
                database = switch (Backend.chosen()) {
                    case JARS -> fromJars(shared);
                    case CONTAINERS -> inContainer(shared);
                };
            }
            LOG.info("Database for tests: {}", database.describe());
            LOG.info(Migrate.run(database.r2dbcUrl(), database.username(), database.password()));
            return database;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (IOException | SQLException e) {
            throw new IllegalStateException("no database for tests: " + e.getMessage(), e);
        }
    }

    private static TestDatabase given(boolean shared, String url) throws SQLException {
        DatabaseAddress address = DatabaseAddress.ask(URL_PROPERTY, url);
        return new TestDatabase(new GivenInstance(), shared, address,
                address.r2dbcUrl() + ", " + server(address));
    }

    private static TestDatabase fromJars(boolean shared) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("test-database-");
        Database database = new Database("database", binaries(), folder.resolve("data"), folder.resolve("database.log"),
                Ports.free(), BUFFER_POOL_MEGABYTES, true);
        DatabaseAddress address = DatabaseAddress.of(database);
        return new TestDatabase(JarInstance.start(database, folder), shared, address,
                database.binaries().origin() + ", " + server(address));
    }

    /** The jar's, so that tests run on the same version everywhere, and else what the machine has. */
    private static DatabaseBinaries binaries() throws IOException {
        try {
            return DatabaseBinaries.fromJar();
        } catch (IOException e) {
            LOG.info("{}", e.getMessage());
            return DatabaseBinaries.find();
        }
    }

    private static TestDatabase inContainer(boolean shared) throws SQLException {
        String image = System.getProperty(IMAGE_PROPERTY, IMAGE);
        int port = Ports.free();
        MySqlContainer container = new MySqlContainer(DockerImageName.parse(image).asCompatibleSubstituteFor("mysql"));
        container.withDatabaseName(Database.NAME).withUsername(Database.USERNAME).withPassword(Database.PASSWORD);
        container.setPortBindings(List.of(port + ":" + PORT_IN_CONTAINER));
        container.start();
        String url = "mysql://%s:%s@%s:%d/%s".formatted(Database.USERNAME, Database.PASSWORD, container.getHost(), port,
                Database.NAME);
        DatabaseAddress address = DatabaseAddress.ask(IMAGE_PROPERTY, url);
        return new TestDatabase(new ContainerInstance(container, () -> answers(url)), shared, address,
                "containers, image " + image + ", " + server(address));
    }

    private static boolean answers(String url) {
        try {
            DatabaseAddress.ask(IMAGE_PROPERTY, url);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private static String server(DatabaseAddress address) {
        return address.kind() + " " + address.version();
    }

    private static final class Shared {

        private static final TestDatabase DATABASE = start(true);
    }

    /** A server that runs without us. */
    private static final class GivenInstance implements Instance {

        @Override
        public void kill() {
            refuse("kill");
        }

        @Override
        public void stall() {
            refuse("stall");
        }

        @Override
        public void resume() {
            refuse("resume");
        }

        @Override
        public void restart() {
            refuse("restart");
        }

        private static void refuse(String what) {
            throw new IllegalStateException(
                    what + ": a server named by " + URL_PROPERTY + " (expected: one of our own)");
        }

        @Override
        public void close() {
            // It stays as it is.
        }
    }
}
