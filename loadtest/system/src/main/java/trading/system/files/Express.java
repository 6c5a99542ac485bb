package trading.system.files;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import trading.local.Launch;
import trading.local.NodeProgram;
import trading.local.Server;

/**
 * {@code express.static} on Node.js.
 *
 * @param program folder of the program
 * @param folder what it serves
 * @param file in that folder, by which it is known to serve
 */
record Express(Path program, int port, Path folder, String file, Path log) implements Server {

    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    URI uri() {
        return URI.create("http://127.0.0.1:" + port + "/" + file);
    }

    @Override
    public Launch launch() throws IOException {
        List<String> command = new ArrayList<>(NodeProgram.command(program, "files.js", log));
        command.addAll(List.of(Integer.toString(port), folder.toAbsolutePath().toString()));
        return new Launch("express", command, Map.of(), log, STOP_LIMIT, true);
    }

    @Override
    public boolean isReady() {
        try {
            return ((HttpURLConnection) uri().toURL().openConnection())
                    .getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Duration startLimit() {
        return START_LIMIT;
    }
}
