package trading.client.audit;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import trading.client.CommandFailed;
import trading.client.stack.StackOptions;
import trading.wire.InvalidField;
import trading.wire.OrderId;

/** Audits a running stack. Exit status: 0 clean, 1 findings, 2 no findings, but not everything could be judged. */
@Command(name = "audit", mixinStandardHelpOptions = true, showDefaultValues = true, description = "Trades the logs again and holds sales, rows and results against it.", exitCodeListHeading = "Exit status:%n", exitCodeList = {
    "0:clean", "1:findings", "2:not everything could be judged"})
public final class AuditCommand implements Callable<Integer> {

    private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final StackOptions stackOptions = new StackOptions();

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the report as JSON, too.")
    private @Nullable Path json;

    @Option(names = "--wait", paramLabel = "TIME", description = "How long what is in the log may take to reach the database; 0s judges what is there.")
    private String wait = "60s";

    @Option(names = "--accepted", paramLabel = "FILE", description = "Ids of orders, one on each line, that must be in the log.")
    private @Nullable Path accepted;

    @Option(names = "--from", paramLabel = "START", description = "beginning, oldest-checkpoint or newest-checkpoint (default: beginning, or the oldest checkpoint when the beginning is gone).")
    private @Nullable String from;

    @Option(names = "--parallel", paramLabel = "N", description = "Partitions at a time.")
    private int parallel = 2;

    @Option(names = "--findings", paramLabel = "N", description = "Findings that are printed; all are counted.")
    private int keptFindings = 100;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        AuditReport report;
        try {
            report = Audit.of(stackOptions.stack(), new Audit.Options(Audit.Options.ALL, product -> true, from(),
                    waitLimit(), positive("--parallel", parallel), keptFindings, acceptedOrders()));
        } catch (CommandFailed | CannotJudge | KafkaException e) {
            spec.commandLine().getErr().println("audit: " + e.getMessage());
            return AuditReport.NOT_JUDGED;
        }
        report.print(out);
        if (json != null) {
            Files.write(json, JSON.writeValueAsBytes(report.asMap()));
        }
        return report.exitStatus();
    }

    private Start.@Nullable From from() {
        if (from == null) {
            return null;
        }
        return switch (from) {
            case "beginning" -> Start.From.BEGINNING;
            case "oldest-checkpoint" -> Start.From.OLDEST_CHECKPOINT;
            case "newest-checkpoint" -> Start.From.NEWEST_CHECKPOINT;
            default ->
                throw invalid("--from: " + from + " (expected: beginning, oldest-checkpoint or newest-checkpoint)");
        };
    }

    private Duration waitLimit() {
        if (!wait.matches("[0-9]{1,6}(ms|s|m)")) {
            throw invalid("--wait: " + wait + " (expected: a time such as 500ms, 60s or 5m)");
        }
        long number = Long.parseLong(wait.replaceAll("[a-z]", ""));
        if (wait.endsWith("ms")) {
            return Duration.ofMillis(number);
        }
        return wait.endsWith("s") ? Duration.ofSeconds(number) : Duration.ofMinutes(number);
    }

    private int positive(String option, int value) {
        if (value < 1) {
            throw invalid(option + ": " + value + " (expected: from 1)");
        }
        return value;
    }

    private Set<UUID> acceptedOrders() throws IOException {
        Set<UUID> orders = new HashSet<>();
        if (accepted != null) {
            for (String line : Files.readAllLines(accepted)) {
                if (!line.isBlank()) {
                    try {
                        orders.add(OrderId.parse(accepted.toString(), line.strip()));
                    } catch (InvalidField e) {
                        throw invalid("--accepted: " + e.getMessage());
                    }
                }
            }
        }
        return orders;
    }

    private ParameterException invalid(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
