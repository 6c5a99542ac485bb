package trading.persister;

import static org.assertj.core.api.Assertions.assertThat;

import io.asyncer.r2dbc.mysql.MySqlConnectionFactoryProvider;
import io.r2dbc.spi.ConnectionFactoryOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class LoadFolderTest {

    @TempDir
    private Path temporary;

    @Test
    void aFileHasWhatWasWrittenLast() throws IOException {
        LoadFolder folder = folder(temporary.resolve("new/rows").toString(), 1);

        Path file = folder.write("a longer text\n");
        assertThat(folder.write("short\n")).isEqualTo(file);

        assertThat(file).hasContent("short\n");
        folder.destroy();
    }

    @Test
    void twoPersistersNeverShareAFile() throws IOException {
        LoadFolder one = folder(temporary.toString(), 1);
        LoadFolder other = folder(temporary.toString(), 1);

        Path first = one.write("one\n");
        Path second = other.write("other\n");

        assertThat(first).hasContent("one\n");
        assertThat(second).hasContent("other\n");
        one.destroy();
        other.destroy();
    }

    @Test
    void aFileThatIsGoneIsMadeAnew() throws IOException {
        LoadFolder folder = folder(temporary.resolve("rows").toString(), 1);
        Files.delete(folder.write("one\n"));
        Files.delete(temporary.resolve("rows"));

        assertThat(folder.write("two\n")).hasContent("two\n");
        folder.destroy();
    }

    @Test
    void aFolderOfItsOwnIsGoneInTheEnd() throws IOException {
        LoadFolder folder = folder("", 1);
        Path file = folder.write("one\n");
        assertThat(file).exists();

        folder.destroy();

        assertThat(file.getParent()).doesNotExist();
    }

    @Test
    void theDriverGivesFilesOfThisFolderOnly() throws IOException {
        LoadFolder folder = folder(temporary.toString(), 1);
        ConnectionFactoryOptions.Builder options = ConnectionFactoryOptions.builder();

        folder.customize(options);

        assertThat(options.build().getValue(MySqlConnectionFactoryProvider.ALLOW_LOAD_LOCAL_INFILE_IN_PATH))
                .isEqualTo(temporary.toRealPath().toString());
        folder.destroy();
    }

    @Test
    void whereThereCanBeNoneNothingIsLoaded() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));
        ConnectionFactoryOptions.Builder options = ConnectionFactoryOptions.builder();

        LoadFolder folder = folder(file.toString(), 1);
        folder.customize(options);

        assertThat(folder.exists()).isFalse();
        assertThat(folder("", 0).exists()).isFalse();
        assertThat(options.build().hasOption(MySqlConnectionFactoryProvider.ALLOW_LOAD_LOCAL_INFILE_IN_PATH)).isFalse();
    }

    private static LoadFolder folder(String path, int fromRows) {
        return new LoadFolder(new Binder(new MapConfigurationPropertySource(
                Map.of("trading.persister.load-folder", path, "trading.persister.load-from-rows", fromRows)))
                .bindOrCreate("trading.persister", PersisterProperties.class));
    }
}
