package trading.client.audit;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import trading.client.OutputOption;
import trading.client.TimeOption;
import trading.client.stack.Stack;
import trading.client.stack.StackOptions;
import trading.command.Bounds;
import trading.wire.InvalidField;
import trading.wire.OrderId;

/** Audits a running stack. Exit status: 0 clean, 1 findings, 2 no findings, but not everything could be judged. */
@Command(name = "audit", mixinStandardHelpOptions = true, showDefaultValues = true, description = "Trades the logs again and holds sales, rows and results against it.", exitCodeListHeading = "Exit status:%n", exitCodeList = {
    "0:clean", "1:findings", "2:not everything could be judged"})
public final class AuditCommand implements Callable<Integer> {

    /** Of the file of {@code --json}. */
    private static final int FORMAT = 1;

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

    @Bounds(min = 1)
    @Option(names = "--parallel", paramLabel = "N", description = "Partitions at a time.")
    private int parallel = 2;

    @Bounds(min = 0)
    @Option(names = "--findings", paramLabel = "N", description = "Findings that are printed; all are counted.")
    private int keptFindings = 100;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Audit.Options options = new Audit.Options(Audit.Options.ALL, product -> true, from(),
                TimeOption.of(spec, "--wait", wait),
                parallel, keptFindings, acceptedOrders());
        if (json != null) {
            OutputOption.requireFile(spec, "--json", json);
            deleteEarlier(json);
        }
        String startedAt = Instant.now().toString();
        Stack stack;
        AuditReport report;
        try {
            stack = stackOptions.stack();
            report = Audit.of(stack, options);
        } catch (CommandFailed | CannotJudge | KafkaException e) {
            spec.commandLine().getErr().println("audit: " + e.getMessage());
            return AuditReport.NOT_JUDGED;
        }
        report.print(out);
        return write(report, stack, startedAt) ? report.exitStatus() : AuditReport.NOT_JUDGED;
    }

    /** Where an audit comes to no verdict, that of an earlier one must not be taken for its own. */
    private void deleteEarlier(Path file) {
        // What is no file of its own, such as /dev/stdout, is nobody's earlier report.
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            try {
                Files.delete(file);
            } catch (IOException e) {
                throw invalid("--json: " + file + " (expected: a file that can be deleted)");
            }
        }
    }

    private boolean write(AuditReport report, Stack stack, String startedAt) {
        if (json == null) {
            return true;
        }
        try {
            Files.write(json, JSON.writeValueAsBytes(json(report, stack, startedAt)));
            return true;
        } catch (IOException e) {
            spec.commandLine().getErr().println("audit: --json: " + e);
            return false;
        }
    }

    static Map<String, Object> json(AuditReport report, Stack stack, String startedAt) {
        Map<String, Object> audited = new LinkedHashMap<>();
        audited.put("gateway", stack.gateway());
        audited.put("kafka", stack.kafka());
        // Among what follows may be a password.
        audited.put("database", stack.database().jdbcUrl().replaceFirst("\\?.*", ""));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("format", FORMAT);
        all.put("startedAt", startedAt);
        all.put("stack", audited);
        all.putAll(report.asMap());
        return all;
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

    private Set<UUID> acceptedOrders() {
        Set<UUID> orders = new HashSet<>();
        if (accepted != null) {
            for (String line : lines(accepted)) {
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

    private List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw invalid("--accepted: " + file + " (expected: a file that can be read, an order's id on each line)");
        }
    }

    private ParameterException invalid(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
