package trading.local;

import java.nio.file.Files;
import java.nio.file.Path;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/** The broker's process: formats its storage before the first start, and runs. Argument: its configuration file. */
final class BrokerMain {

    /** The same for all brokers of a cluster; clusters of this machine never meet. */
    private static final String CLUSTER = new Uuid(0x7472_6164_696e_6700L, 1).toString();

    private BrokerMain() {}

    public static void main(String[] args) {
        String properties = args[0];
        if (!Files.exists(Path.of(properties).resolveSibling(KafkaBroker.LOGS).resolve("meta.properties"))) {
            int status = StorageTool.execute(
                    new String[]{"format", "--cluster-id", CLUSTER, "--config", properties},
                    System.out);
            if (status != 0) {
                System.exit(status);
            }
        }
        Kafka.main(new String[]{properties});
    }
}
