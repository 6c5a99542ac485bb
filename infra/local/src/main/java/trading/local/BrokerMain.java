package trading.local;

import java.nio.file.Files;
import java.nio.file.Path;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/** The broker's process: formats its storage before the first start, and runs. Argument: its configuration file. */
final class BrokerMain {

    private BrokerMain() {}

    public static void main(String[] args) {
        String properties = args[0];
        if (!Files.exists(Path.of(properties).resolveSibling("log").resolve("meta.properties"))) {
            int status = StorageTool.execute(
                    new String[]{"format", "--cluster-id", Uuid.randomUuid().toString(), "--config", properties},
                    System.out);
            if (status != 0) {
                System.exit(status);
            }
        }
        Kafka.main(new String[]{properties});
    }
}
