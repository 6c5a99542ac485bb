package trading.testing;

import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/** MySQL asked by MariaDB's driver, the one that the migrations use. */
final class MySqlContainer extends MySQLContainer {

    MySqlContainer(DockerImageName image) {
        super(image);
    }

    @Override
    public String getDriverClassName() {
        return "org.mariadb.jdbc.Driver";
    }

    @Override
    public String getJdbcUrl() {
        return super.getJdbcUrl().replaceFirst("^jdbc:mysql:", "jdbc:mariadb:");
    }
}
