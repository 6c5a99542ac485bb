package trading.local;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trading.command.Bounds;

/** {@code baseline}: one of the systems that the pipeline is compared with, in the foreground. */
@Command(name = "baseline", mixinStandardHelpOptions = true, description = "Starts a system of the articles with a database, and keeps it running until Ctrl-C; its data survives.")
final class BaselineCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "node, threads, pekko or actors.")
    private String name = "";

    @Bounds(min = 1, max = BaselineSettings.MAX_ENGINES)
    @Option(names = "--engines", defaultValue = "4", paramLabel = "N", description = "How many share the market. Default: ${DEFAULT-VALUE}.")
    private int engines = 4;

    @Bounds(min = 0, max = BaselineSettings.MAX_DELAY_MILLIS)
    @Option(names = "--delay-millis", defaultValue = "3", paramLabel = "N", description = "An engine's rest between two runs. Default: ${DEFAULT-VALUE}.")
    private int delayMillis = 3;

    @Option(names = "--persist", paramLabel = "WAY", description = "Of node: sales are written sequential, as in the first article, or parallel, as in the second. Default: parallel.")
    private @Nullable String persist;

    @Bounds(min = PortPlan.LOWEST_BASE, max = PortPlan.HIGHEST_BASE)
    @Option(names = "--port-base", defaultValue = ""
            + PortPlan.DEFAULT_BASE, paramLabel = "N", description = "The API's port; the database's is counted from it. Default: ${DEFAULT-VALUE}.")
    private int portBase = PortPlan.DEFAULT_BASE;

    @Option(names = "--database-url", paramLabel = "URL", description = "mysql://USER:PASSWORD@HOST:PORT/DATABASE: use this database instead of starting one.")
    private @Nullable String databaseUrl;

    @Override
    public Integer call() throws Exception {
        BaselineSettings settings = new BaselineSettings(name, engines, delayMillis, Optional.ofNullable(persist));
        Path checkout = Main.checkout();
        StackOptions options = StackOptions.of(checkout, checkout.resolve(".pipeline-" + name),
                new PortPlan(portBase), 0, 0).withDatabaseUrl(databaseUrl);
        BaselineStack stack = BaselineStack.prepare(options, settings, System.out::println);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("stopping: " + name + ", database");
            stack.close();
            System.out.println("stopped");
        }, "stop"));
        stack.start();
        System.out.printf("%nup: orders to %s, described in %s, logs in %s; Ctrl-C stops%n",
                stack.url(), options.stackFile(), options.log("x").getParent());
        new CountDownLatch(1).await();
        return 0;
    }
}
