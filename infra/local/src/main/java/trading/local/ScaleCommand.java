package trading.local;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import trading.command.Bounds;

/** {@code scale}: more or fewer engines or persisters in a running stack. */
@Command(name = "scale", mixinStandardHelpOptions = true, description = "Starts or stops engines or persisters of the running stack, and waits until partitions have moved.")
final class ScaleCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "SERVICE", description = "engine or persister")
    private String service = "";

    @Bounds(min = 0, max = PortPlan.MAX_INSTANCES)
    @Parameters(index = "1", paramLabel = "N", description = "how many there shall be")
    private int count;

    @Override
    public Integer call() throws Exception {
        Instances.requireScalable(service, count);
        StackFile file = StackFile.read(Main.home().resolve("stack.json"))
                .orElseThrow(() -> new IOException("no running stack (expected: one that ./pipeline up started)"));
        System.out.println(Control.scale(file.controlUrl(), service, count));
        return 0;
    }
}
