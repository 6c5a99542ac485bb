package trading.client.profile;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import trading.client.CommandFailed;
import trading.client.OutputOption;
import trading.client.profile.ThreadShares.Share;
import trading.client.stack.Stack.StackProcess;
import trading.client.stack.StackOptions;
import trading.command.Bounds;
import trading.command.Checkout;

/** Where each JVM of a running stack spends its CPU time, as flame graphs. */
@Command(name = "profile", mixinStandardHelpOptions = true, showDefaultValues = true, description = {
    "Samples what every JVM of a running stack does with the processors, all at the same time, and makes a flame graph of each.",
    "Prints which of its threads had how much. One that ends meanwhile is named, and makes the exit status 1. Without load in another terminal there is little to see."})
public final class ProfileCommand implements Callable<Integer> {

    private static final double LEAST_SHARE = 0.02;
    /** Should this client be ended, processes stop to sample so long after they should have been told. */
    private static final Duration LATEST_STOP = Duration.ofMinutes(1);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final StackOptions stackOptions = new StackOptions();

    @Bounds(min = 1, max = 3_600)
    @Option(names = "--seconds", paramLabel = "N", description = "How long to sample.")
    private int seconds = 30;

    @Option(names = "--folder", paramLabel = "DIR", description = "Takes NAME.html, the flame graph, and NAME.collapsed, its stacks as text, of each process.")
    private Path folder = Checkout.target(ProfileCommand.class, "profile");

    @Override
    public Integer call() throws InterruptedException {
        OutputOption.requireFolder(spec, "--folder", folder);
        List<StackProcess> processes = stackOptions.stack().processes();
        List<StackProcess> machines = processes.stream().filter(ProfileCommand::isJvm).toList();
        if (machines.isEmpty()) {
            throw new CommandFailed("no JVM of the stack runs on this machine");
        }
        PrintWriter out = spec.commandLine().getOut();
        processes.stream().filter(process -> !machines.contains(process))
                .forEach(process -> out.println(process.name() + ": no JVM, left out"));
        out.println("sampling for " + seconds + " s");
        out.flush();
        Profiler profiler;
        try {
            profiler = Profiler.in(folder);
        } catch (IOException e) {
            throw new CommandFailed("profile: " + e.getMessage(), e);
        }
        return profile(profiler, machines, out) == machines.size() ? 0 : 1;
    }

    /** @return how many of them have a flame graph */
    private int profile(Profiler profiler, List<StackProcess> machines, PrintWriter out) throws InterruptedException {
        List<StackProcess> sampled = new ArrayList<>();
        int shown = 0;
        try {
            for (StackProcess machine : machines) {
                if (begin(profiler, machine)) {
                    sampled.add(machine);
                }
            }
            if (!sampled.isEmpty()) {
                TimeUnit.SECONDS.sleep(seconds);
            }
        } finally {
            for (StackProcess machine : sampled) {
                shown += show(profiler, machine, out) ? 1 : 0;
            }
        }
        return shown;
    }

    private boolean begin(Profiler profiler, StackProcess machine) {
        try {
            profiler.start(machine, Duration.ofSeconds(seconds).plus(LATEST_STOP));
            return true;
        } catch (IOException e) {
            say(machine, "ended before it was sampled", e);
            return false;
        }
    }

    private boolean show(Profiler profiler, StackProcess machine, PrintWriter out) {
        try {
            ThreadShares threads = profiler.stop(machine);
            out.println("%s: %,d samples, %s".formatted(machine.name(), threads.samples(),
                    folder.resolve(machine.name() + ".html")));
            threads.shares().stream().filter(share -> share.share() >= LEAST_SHARE)
                    .forEach(share -> out.println(line(share)));
            out.flush();
            return true;
        } catch (IOException e) {
            say(machine, "ended while it was sampled", e);
            return false;
        }
    }

    private void say(StackProcess machine, String ended, IOException failure) {
        String why = isJvm(machine) ? failure.getMessage() : ended;
        spec.commandLine().getErr().println("%s (pid %d): %s".formatted(machine.name(), machine.pid(), why));
    }

    private static String line(Share share) {
        return "%5.1f %%  %s".formatted(100 * share.share(), share.thread());
    }

    private static boolean isJvm(StackProcess process) {
        return ProcessHandle.of(process.pid()).flatMap(handle -> handle.info().command())
                .filter(command -> Path.of(command).endsWith("java")).isPresent();
    }
}
