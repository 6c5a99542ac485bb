package trading.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The examples of docs/api.md, run from top to bottom as they stand there: each must print what is printed there, but for
 * ids, times and what the last minute brought. Products and users get names of their own, so that nobody else trades
 * them. Reading calls are repeated until they print it, all others are made once.
 */
final class ApiExamples implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ApiExamples.class);
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration ONE_CALL = Duration.ofSeconds(60);

    private static final Pattern BLOCK = Pattern.compile("^```\\n(\\$ .*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern URL = Pattern.compile("localhost:8080(/[^ ?']*)");
    private static final Pattern ID = Pattern
            .compile("[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}");
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");
    private static final Pattern MOMENTARY = Pattern
            .compile("\"last(10s|1m)\":\\{[^}]*}|\"sequence\":\\d+|(?<=(^|\\n)id:)\\S+");
    private static final Pattern NAME = Pattern.compile("\\b(apple|pear|plum|sue|bob)\\b");

    private final String gateway;
    private final List<Example> examples;
    private final Map<String, String> ids = new HashMap<>();
    private final List<Stream> streams = new ArrayList<>();

    /** What is typed, and what is printed. */
    private record Example(String command, String printed) {

        private static final Pattern CHANGES = Pattern.compile(" -X | -d | --data|/buy\\?|/sell\\?");

        boolean canBeRepeated() {
            return !CHANGES.matcher(command).find();
        }

        boolean goesOn() {
            return command.endsWith(" &");
        }

        /** {@code GET /orders/ID}. */
        String call() {
            String path = URL.matcher(command).results().map(url -> url.group(1)).findFirst().orElse("");
            String method = command.contains(" -X DELETE ")
                    ? "DELETE"
                    : command.contains(" -d ") || command.contains(" --data") ? "POST" : "GET";
            return method + " " + path;
        }
    }

    /** A call that goes on, and what it has printed. */
    private record Stream(Process process, ByteArrayOutputStream printed) {}

    private ApiExamples(String gateway, List<Example> examples) {
        this.gateway = gateway;
        this.examples = examples;
    }

    /** Reads the examples of a page. */
    static ApiExamples read(Path page, String gatewayUrl) throws IOException {
        List<Example> examples = new ArrayList<>();
        BLOCK.matcher(Files.readString(page)).results().forEach(block -> {
            for (String example : block.group(1).substring(2).split("(?m)^\\$ ", -1)) {
                int end = example.indexOf('\n');
                examples.add(new Example(example.substring(0, end), own(example.substring(end + 1).strip())));
            }
        });
        return new ApiExamples(gatewayUrl.substring("http://".length()), examples);
    }

    /** A text with names that nobody else uses; {@code app.apple} is the first product behind {@code app}. */
    private static String own(String text) {
        return NAME.matcher(text).replaceAll(name -> name.group().substring(0, 3) + "." + name.group());
    }

    /** Whether one of them is this call. */
    boolean show(String method, String pathTemplate) {
        Pattern call = Pattern.compile(method + " " + pathTemplate.replaceAll("\\{[^}]*}", "[^/]+"));
        return examples.stream().anyMatch(example -> call.matcher(example.call()).matches());
    }

    /** Runs them all. */
    void run() {
        for (Example example : examples) {
            if (example.goesOn()) {
                open(example);
            } else if (example.canBeRepeated()) {
                await().atMost(DEADLINE).pollDelay(Duration.ZERO).pollInterval(PAUSE)
                        .untilAsserted(() -> call(example));
            } else {
                call(example);
            }
        }
    }

    private void open(Example example) {
        Process process = start(example.command().substring(0, example.command().length() - 2));
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        streams.add(new Stream(process, printed));
        Thread.ofVirtual().start(() -> {
            try (InputStream output = process.getInputStream()) {
                output.transferTo(printed);
            } catch (IOException e) {
                log.info("{} ended: {}", example.command(), e.toString());
            }
        });
        assertStreamed(example.printed());
    }

    /** What streams tell of a call stands behind its answer, as events. */
    private void call(Example example) {
        MatchResult events = Pattern.compile("\\n(?=(id|event):)").matcher(example.printed()).results().findFirst()
                .orElse(null);
        String answer = events == null ? example.printed() : example.printed().substring(0, events.start());
        assertPrinted(answer, output(start(example.command())), example.command());
        if (events != null) {
            assertStreamed(example.printed().substring(events.end()));
        }
    }

    /** Somewhere among all that streams have told. */
    private void assertStreamed(String event) {
        await().atMost(DEADLINE).untilAsserted(() -> assertThat(streams)
                .anySatisfy(stream -> assertThat(masked(stream.printed().toString(UTF_8))).contains(masked(event))));
    }

    private void assertPrinted(String expected, String printed, String command) {
        assertThat(masked(printed.strip())).as(command).isEqualTo(masked(expected));
        List<String> known = ids(expected);
        List<String> found = ids(printed);
        for (int i = 0; i < known.size(); i++) {
            String before = ids.putIfAbsent(known.get(i), found.get(i));
            assertThat(found.get(i)).as("%s in %s", known.get(i), command)
                    .isEqualTo(before == null ? found.get(i) : before);
        }
    }

    private static String masked(String text) {
        String still = TIME.matcher(ID.matcher(text).replaceAll("ID")).replaceAll("TIME");
        return MOMENTARY.matcher(still).replaceAll("…");
    }

    private static List<String> ids(String text) {
        return ID.matcher(text).results().map(MatchResult::group).toList();
    }

    private Process start(String command) {
        String here = own(command).replace("localhost:8080", gateway);
        String known = ID.matcher(here).replaceAll(id -> ids.getOrDefault(id.group(), id.group()));
        try {
            return new ProcessBuilder("sh", "-c", "exec 2>/dev/null; " + known).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers are short enough for the pipe to hold them. */
    private static String output(Process process) {
        try (InputStream output = process.getInputStream()) {
            assertThat(process.waitFor(ONE_CALL.toMillis(), TimeUnit.MILLISECONDS)).as("ends").isTrue();
            return new String(output.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            process.destroyForcibly();
        }
    }

    @Override
    public void close() {
        for (Stream stream : streams) {
            stream.process().descendants().forEach(ProcessHandle::destroyForcibly);
            stream.process().destroyForcibly();
        }
    }
}
