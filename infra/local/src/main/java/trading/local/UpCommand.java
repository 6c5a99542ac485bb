package trading.local;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trading.command.Bounds;

/** {@code up}: the stack, in the foreground. */
@Command(name = "up", mixinStandardHelpOptions = true, description = "Starts the stack and keeps it running until Ctrl-C; its data survives.")
final class UpCommand implements Callable<Integer> {

    @Mixin
    private StackArguments arguments = new StackArguments();

    @Bounds(min = 0, max = PortPlan.MAX_INSTANCES)
    @Option(names = "--engines", defaultValue = "1", paramLabel = "N", description = "How many match orders. Default: ${DEFAULT-VALUE}.")
    private int engines = 1;

    @Override
    public Integer call() throws Exception {
        new ForegroundStack(arguments.options(engines), System.out).run(stack -> true, () -> {});
        return 0;
    }
}
