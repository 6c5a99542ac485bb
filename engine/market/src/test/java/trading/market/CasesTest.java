package trading.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import trading.market.cases.CaseFile;

/** Every case of the trading rules comes out exactly. */
class CasesTest {

    private static final Path CASES = Path.of("src/test/resources/cases");

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void market(String name) {
        assertThat(CaseFile.read(CASES.resolve(name)).differences()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void naiveMarket(String name) {
        assertThat(CaseFile.read(CASES.resolve(name)).differences(new NaiveMarket()::trade)).isEmpty();
    }

    static List<String> names() {
        try (var files = Files.list(CASES)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
