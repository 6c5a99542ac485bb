package trading.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script itself, in a checkout where everything is built, with a JDK that says how it is called. */
class PipelineScriptTest {

    private static final List<String> JARS = List.of("infra/local/target/local", "infra/mysql/target/mysql",
            "gateway/target/gateway", "engine/service/target/engine", "persister/target/persister",
            "loadtest/client/target/client");

    @TempDir
    private Path parent = Path.of("");
    private Path checkout = parent;

    @BeforeEach
    void build() throws IOException {
        parent = parent.toRealPath();
        checkout = Files.createDirectories(parent.resolve("checkout"));
        Files.copy(Main.checkout().resolve("pipeline"), checkout.resolve("pipeline"));
        Files.createFile(checkout.resolve("pom.xml"));
        for (String jar : JARS) {
            Path file = checkout.resolve(jar + ".jar");
            Files.createDirectories(file.resolveSibling("lib"));
            Files.createFile(file);
        }
        Files.createFile(Files.createDirectories(checkout.resolve("target")).resolve("built"));
        Path bin = Files.createDirectories(parent.resolve("jdk/bin"));
        Files.writeString(parent.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        for (String program : List.of("java", "javac")) {
            Path file = Files.writeString(bin.resolve(program), "#!/bin/sh\necho \"${0##*/} $*\"\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
    }

    @Test
    void aPathToSearchForFoldersChangesNothing() throws Exception {
        assertThat(run(Map.of("CDPATH", parent.toString()), "checkout/pipeline", "down"))
                .containsExactly(call("down"));
    }

    @Test
    void aHomeIsNotNeeded() throws Exception {
        assertThat(run(Map.of(), "env", "-u", "HOME", "checkout/pipeline", "down")).containsExactly(call("down"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "POSIX", "xx_YY.UTF-8"})
    void withoutALanguageAllLettersAreKnown(String language) throws Exception {
        Files.writeString(parent.resolve("jdk/bin/java"), "#!/bin/sh\nlocale charmap\n");
        assertThat(run(Map.of("LC_ALL", language), "checkout/pipeline", "down")).as("perhaps after bash's own word")
                .endsWith("UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "--version", "-V"})
    void whatIsOnlyAskedForIsNotTrainedFor(String option) throws Exception {
        assertThat(run(Map.of(), "checkout/pipeline", "demo", option)).containsExactly(call("demo " + option));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V"})
    void theVersionIsThatOfTheSources(String option) throws Exception {
        Files.writeString(checkout.resolve("pom.xml"), """
                <project>
                    <version>1.2.3</version>
                    <properties>
                        <version>4.5.6</version>
                    </properties>
                </project>
                """);
        assertThat(run(Map.of(), "checkout/pipeline", option)).containsExactly("pipeline 1.2.3");
    }

    @Test
    void aDemoIsTrainedForWhenItsOptionsAreRight() throws Exception {
        assertThat(run(Map.of(), "checkout/pipeline", "demo", "--exit")).containsExactly(call("demo --check --exit"),
                call("train"), call("demo --exit"));
    }

    @Test
    void aCommandThatThereIsNotIsNamed() throws Exception {
        assertThat(run(2, Map.of(), "checkout/pipeline", "frobnicate"))
                .startsWith("COMMAND: frobnicate (expected: one of these)").hasSizeGreaterThan(10);
    }

    private String call(String arguments) {
        return "java -Xmx256m -XX:+UseSerialGC -XX:+UseCompactObjectHeaders --enable-native-access=ALL-UNNAMED"
                + " --sun-misc-unsafe-memory-access=allow -jar " + checkout.resolve(JARS.getFirst()) + ".jar "
                + arguments;
    }

    private List<String> run(Map<String, String> environment, String... command) throws Exception {
        return run(0, environment, command);
    }

    private List<String> run(int status, Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).directory(parent.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", parent.resolve("jdk").toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(status);
        return output.lines().toList();
    }
}
