package trading.gateway.page;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import trading.wire.InvalidField;

class PageFilesTest {

    private static final Path SOURCES = Path.of("src/main/resources/page");

    @TempDir
    private Path home = Path.of("");

    static List<String> names() {
        return PageFiles.NAMES;
    }

    @Test
    void allThatThereIsIsServed() throws IOException {
        try (Stream<Path> sources = Files.list(SOURCES)) {
            assertThat(sources.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(PageFiles.NAMES);
        }
    }

    @Test
    void filesAreLaidOutPlainAndCompressed() throws IOException {
        try (PageFiles files = new PageFiles(new PageProperties(true, home.resolve("page").toString(), null))) {
            for (String name : PageFiles.NAMES) {
                PageFile file = requireNonNull(files.file(name));
                byte[] plain = Files.readAllBytes(file.plain().path());
                assertThat(file.plain().length()).isEqualTo(plain.length);
                assertThat(file.gzip().length()).isEqualTo(Files.size(file.gzip().path()));
                try (InputStream gzip = new GZIPInputStream(Files.newInputStream(file.gzip().path()))) {
                    assertThat(gzip.readAllBytes()).as(name).isEqualTo(plain);
                }
                if (!name.equals(PageFiles.INDEX)) {
                    assertThat(plain).as(name).isEqualTo(Files.readAllBytes(SOURCES.resolve(name)));
                }
            }
            assertThat(files.file("nothing.js")).isNull();
            assertThat(files.file("main.js.gz")).isNull();
        }
        assertThat(home.resolve("page").resolve("main.js")).as("somebody's own folder stays").exists();
    }

    @Test
    void thePageNamesItsFilesByVersion() throws IOException {
        Path index;
        try (PageFiles files = new PageFiles(new PageProperties(true, null, null))) {
            index = requireNonNull(files.file(PageFiles.INDEX)).plain().path();
            assertThat(Files.readString(index)).contains("src=\"page/" + files.version() + "/main.js\"")
                    .doesNotContain("{version}");
        }
        assertThat(index.getParent()).as("a temporary folder goes").doesNotExist();
    }

    @Test
    void moreFilesAreServedBesideThePagesOwn() throws IOException {
        Path more = Files.createDirectory(home.resolve("more"));
        Files.writeString(more.resolve("terms.txt"), "Terms");
        Files.writeString(more.resolve("some.bin"), "some bytes");
        try (PageFiles files = new PageFiles(new PageProperties(true, null, more))) {
            assertThat(requireNonNull(files.file("terms.txt")).type()).hasToString("text/plain;charset=UTF-8");
            PageFile some = requireNonNull(files.file("some.bin"));
            assertThat(some.type()).hasToString("application/octet-stream");
            assertThat(some.plain().path()).hasContent("some bytes");
            assertThat(files.file(PageFiles.INDEX)).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"main.js", "main.js.gz", "two words.txt"})
    void moreFilesHaveNamesOfTheirOwn(String name) throws IOException {
        Path more = Files.createDirectory(home.resolve("more"));
        Files.writeString(more.resolve(name), "another");
        assertThatThrownBy(() -> new PageFiles(new PageProperties(true, null, more)).close())
                .isInstanceOf(InvalidField.class).hasMessageStartingWith("trading.gateway.page.more-files: " + more);
        assertThatThrownBy(() -> new PageFiles(new PageProperties(true, null, more.resolve("none"))).close())
                .hasMessageEndingWith("none (expected: a folder)");
    }

    @Test
    void aFolderThatCannotBeWrittenEndsTheStart() throws IOException {
        Path file = Files.createFile(home.resolve("file"));
        assertThatThrownBy(() -> new PageFiles(new PageProperties(true, file.resolve("page").toString(), null)).close())
                .isInstanceOf(IOException.class);
    }

    /** The security policy would keep such a thing from working, and a text of a stranger would become more than a text. */
    @ParameterizedTest
    @MethodSource("names")
    void nothingIsWrittenIntoThePageButTexts(String name) throws IOException {
        String text = Files.readString(SOURCES.resolve(name));
        if (name.endsWith(".html")) {
            assertThat(text).doesNotContain("<style").doesNotContain("style=").doesNotContain("javascript:")
                    .doesNotContainPattern("<script(?![^>]* src=)").doesNotContainPattern("\\son[a-z]+=");
        } else if (name.endsWith(".js") && !name.startsWith("lightweight-charts")) {
            assertThat(text).doesNotContainPattern(
                    "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|\\beval\\b|new Function|DOMParser|\\.cssText");
        }
    }
}
