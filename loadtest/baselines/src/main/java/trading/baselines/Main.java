package trading.baselines;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trading.baselines.sales.DatabaseAddress;

/**
 * Runs a baseline until SIGTERM. Environment: {@code DATABASE_URL}, {@code mysql://USER:PASSWORD@HOST:PORT/DATABASE}.
 */
@Command(name = "baselines", mixinStandardHelpOptions = true, showDefaultValues = true, description = "A system of the articles, rebuilt.")
final class Main implements Callable<Integer> {

    private static final String DATABASE_URL = "DATABASE_URL";

    @Parameters(paramLabel = "NAME", description = "threads, pekko or actors.")
    private String name = "";

    @Option(names = "--host", description = "Address to listen on.")
    private String host = "127.0.0.1";

    @Option(names = "--port", description = "Port of the API.")
    private int port = 8080;

    @Option(names = "--engines", description = "How many share the market.")
    private int engines = 4;

    @Option(names = "--delay-millis", description = "An engine's rest between two runs.")
    private int delayMillis = 3;

    @Option(names = "--order-timeout-seconds", description = "How old an open order may become.")
    private int orderTimeoutSeconds = 60;

    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).setExecutionExceptionHandler((failure, command, parsed) -> {
            if (!(failure instanceof IOException || failure instanceof SQLException
                    || failure instanceof IllegalArgumentException)) {
                throw failure;
            }
            command.getErr().println(failure.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }).execute(args));
    }

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        String database = System.getenv().getOrDefault(DATABASE_URL, "");
        Settings settings = new Settings(host, port, engines, Duration.ofMillis(delayMillis),
                Duration.ofSeconds(orderTimeoutSeconds), DatabaseAddress.parse(database));
        Baseline baseline = Baseline.start(name, settings);
        Runtime.getRuntime().addShutdownHook(new Thread(baseline::close, "stop"));
        System.out.println(name + " serves http://" + host + ":" + port + " with " + engines + " engines");
        new CountDownLatch(1).await();
        return 0;
    }
}
