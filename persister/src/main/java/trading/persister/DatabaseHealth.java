package trading.persister;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Down until the database has answered once as it should, so that no persister is replaced by one that has a wrong address, and up
 * from then on: a database that goes away is waited for.
 */
@Component("database")
final class DatabaseHealth implements HealthIndicator {

    private final DatabaseConnections connections;

    DatabaseHealth(DatabaseConnections connections) {
        this.connections = connections;
    }

    @Override
    public Health health() {
        return connections.haveOpened() ? Health.up().build() : Health.down().build();
    }
}
