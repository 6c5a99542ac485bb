package trading.local;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;
import trading.command.Bounds;

/** {@code demo}: the stack under random orders. */
@Command(name = "demo", mixinStandardHelpOptions = true, description = {
    "Starts the stack, sends random orders, and sums up what became of them.",
    "In a running stack, sends them there; what only a start can use is refused then."}, footerHeading = "%nOptions of the client:%n", footer = {
        "      --seconds=N            How long to send and measure. Default: 30.",
        "      --warm-up=TIME         How long to send before that, at least; 0s: not at",
        "                               all. Default: 10s.",
        "      --warm-up-max=TIME     How long at most, while sales come ever faster.",
        "                               Default: 60s.",
        "      --seed=N               Makes the same orders again. Default: random.",
        "      --products=N           Number of products. Default: 100.",
        "      --rate=N               Orders a second; 0: as many as the pipeline takes.",
        "                               Default: 0.",
        "      --url=URL              The gateway's instead of the running stack's.",
        "      --under-way=N          Requests that may wait for answers at once.",
        "                               Default: 4.",
        "      --chunk=N              Orders in a request, an even number; fewer at a low",
        "                               rate. Default: 500.",
        "      --max-behind=TIME      Sending waits while orders wait longer for an",
        "                               engine, or sales for the database. Default: 1s.",
        "      --catch-up=TIME        How long the end may take to be in the database.",
        "                               Default: 60s."})
final class DemoCommand implements Callable<Integer> {

    private static final String STARTS_ANEW = "after ./pipeline down, the demo starts one with it";

    /** Options that mean nothing to a stack that is up, and what does it there. */
    private static final SortedMap<String, String> OF_A_START = new TreeMap<>(
            Map.of("--engines", "./pipeline scale engine %s changes it",
                    "--persisters", "./pipeline scale persister %s changes it",
                    "--port-base", STARTS_ANEW, "--database-url", STARTS_ANEW));

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private StackArguments arguments = new StackArguments();

    @Bounds(min = 0, max = PortPlan.MAX_INSTANCES)
    @Option(names = "--engines", defaultValue = "2", paramLabel = "N", description = "How many match orders. Default: ${DEFAULT-VALUE}.")
    private int engines = 2;

    @Option(names = "--exit", description = "Stop the stack after the summary, instead of on Ctrl-C.")
    private boolean exit;

    @Option(names = "--check", hidden = true, description = "Says what the command would refuse, and starts nothing.")
    private boolean isCheck;

    @Unmatched
    private List<String> clientArguments = new ArrayList<>();

    private int status;

    @Override
    public Integer call() throws Exception {
        StackOptions options = arguments.options(engines);
        ClientProcess client = new ClientProcess(options.checkout());
        int wrong = check(client);
        if (wrong != 0) {
            return wrong;
        }
        Optional<ProcessHandle> supervisor = options.processFiles().find(ProcessFiles.SUPERVISOR);
        if (supervisor.isPresent()) {
            requireNoneOfAStart();
        }
        if (isCheck) {
            if (supervisor.isEmpty()) {
                // What a killed supervisor left running would have the ports still.
                Home.take(options, System.out::println).leave();
            }
            return 0;
        }
        if (supervisor.isPresent()) {
            System.out.println("the stack is up already (supervisor's pid " + supervisor.get().pid() + ")");
            Runtime.getRuntime().addShutdownHook(new Thread(client::close, "stop"));
            return run(client, options);
        }
        new ForegroundStack(options, System.out).run(stack -> {
            status = run(client, options);
            return !exit;
        }, client::close);
        return status;
    }

    /** @throws ParameterException if an option is given that could only have meant something to the stack's start */
    private void requireNoneOfAStart() {
        ParseResult parsed = spec.commandLine().getParseResult();
        OF_A_START.forEach((option, change) -> {
            if (parsed.hasMatchedOption(option)) {
                // A database's URL has its password.
                String given = parsed.matchedOption(option).stringValues().getLast().replaceFirst(".*@", "");
                throw new ParameterException(spec.commandLine(),
                        "%s: %s (expected: without it, since the stack is up already; %s)".formatted(option, given,
                                change.formatted(given)));
            }
        });
    }

    /** Before anything starts: the client's options are known to the client alone. Its exit status. */
    private int check(ClientProcess client) throws IOException, InterruptedException {
        if (clientArguments.isEmpty()) {
            return 0;
        }
        List<String> command = new ArrayList<>(List.of("demo", "--check"));
        command.addAll(clientArguments);
        return client.run(command);
    }

    private int run(ClientProcess client, StackOptions options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("demo"));
        command.addAll(clientArguments);
        if (clientArguments.stream().noneMatch(argument -> argument.startsWith("--stack"))) {
            command.addAll(List.of("--stack", options.stackFile().toString()));
        }
        return client.run(command);
    }
}
