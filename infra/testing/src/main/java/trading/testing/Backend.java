package trading.testing;

import java.util.Locale;
import org.testcontainers.DockerClientFactory;

/** Where tests find their servers: system property {@code trading.test.backend}. */
enum Backend {

    /** Processes of this machine, out of jars. The default; needs nothing but the build. */
    JARS,

    /** Testcontainers; needs a Docker engine. */
    CONTAINERS;

    private static final String PROPERTY = "trading.test.backend";

    /** @throws IllegalStateException if it is unknown, or containers are wanted and there is no engine */
    static Backend chosen() {
        String name = System.getProperty(PROPERTY, "jars");
        Backend backend = switch (name.toLowerCase(Locale.ROOT)) {
            case "jars" -> JARS;
            case "containers" -> CONTAINERS;
            default -> throw new IllegalStateException(PROPERTY + ": " + name + " (expected: jars or containers)");
        };
        if (backend == CONTAINERS && !DockerClientFactory.instance().isDockerAvailable()) {
            throw new IllegalStateException(PROPERTY + ": containers (expected: a Docker engine that answers)");
        }
        return backend;
    }
}
