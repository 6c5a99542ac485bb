package trading.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigrateTest {

    @ParameterizedTest
    @ValueSource(strings = {"mysql://db:3306/trader", "jdbc:mysql://db:3306/trader", "r2dbc:mysql://db:3306/trader",
        "jdbc:mariadb://db:3306/trader"})
    void everyFormOfAUrlMeansTheSameDatabase(String url) {
        assertThat(Migrate.jdbcUrl(url)).isEqualTo("jdbc:mariadb://db:3306/trader?allowPublicKeyRetrieval=true");
    }

    @Test
    void optionsAreTheCallers() {
        assertThat(Migrate.jdbcUrl("mysql://db/trader?sslMode=verify-full"))
                .isEqualTo("jdbc:mariadb://db/trader?sslMode=verify-full");
    }

    @Test
    void aPasswordInAUrlIsNotTold() {
        assertThatThrownBy(() -> Migrate.jdbcUrl("mysql://bob:secret@db/trader?keyStorePassword=hidden"))
                .hasMessage("MYSQL_URL: mysql://…@db/trader?… (expected: mysql://HOST:PORT/DATABASE)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "db:3306/trader", "mysql://db:3306", "postgresql://db/trader"})
    void whatIsNoUrlIsRefused(String url) {
        assertThatThrownBy(() -> Migrate.jdbcUrl(url))
                .hasMessage("MYSQL_URL: " + url + " (expected: mysql://HOST:PORT/DATABASE)");
    }
}
