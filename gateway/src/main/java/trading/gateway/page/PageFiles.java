package trading.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import trading.wire.InvalidField;

/**
 * Lays the page's files out in a folder, plain and compressed: what is in a jar cannot be sent by the kernel alone. Safe for
 * use by any thread.
 */
@Component
@ConditionalOnProperty(name = "trading.gateway.page.enabled", matchIfMissing = true)
final class PageFiles implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PageFiles.class);

    static final String INDEX = "index.html";
    /** All that the page has. */
    static final List<String> NAMES = List.of(INDEX, "chart.js", "connections.js", "format.js", "icon.svg",
            "lightweight-charts.LICENSE.txt", "lightweight-charts.js", "main.js", "markets.js", "orders.js", "page.css",
            "product.js", "stream.js", "theme.js", "token.js");

    private static final String MORE_FILES = "trading.gateway.page.more-files";

    private static final MediaType JAVASCRIPT = new MediaType("text", "javascript", UTF_8);
    private static final Map<String, MediaType> TYPES = Map.of("html", new MediaType("text", "html", UTF_8), "css",
            new MediaType("text", "css", UTF_8), "js", JAVASCRIPT, "svg", new MediaType("image", "svg+xml"), "txt",
            new MediaType("text", "plain", UTF_8));
    /** All are held in memory until each is compressed. */
    private static final long MAX_BYTES = 64 * 1024 * 1024;

    private static final Pattern NAME = Pattern.compile("(?!.*\\.gz$)[A-Za-z0-9._-]{1,64}");
    private static final String VERSION = "{version}";
    private static final int VERSION_LENGTH = 16;

    private final Path folder;
    private final boolean isOwnFolder;
    private final List<Path> written = new ArrayList<>();
    private final Map<String, PageFile> files = new HashMap<>();
    private final String version;

    /**
     * @throws IOException when the folder cannot be written to
     * @throws InvalidField when there is a file that cannot be served
     */
    PageFiles(PageProperties properties) throws IOException {
        this.isOwnFolder = properties.folder() == null;
        this.folder = properties.folder() == null
                ? Files.createTempDirectory("gateway-page-")
                : Files.createDirectories(Path.of(properties.folder()));
        Map<String, byte[]> contents = new TreeMap<>();
        for (String name : NAMES) {
            contents.put(name, read(name));
        }
        if (properties.moreFiles() != null) {
            addAll(properties.moreFiles(), contents);
        }
        this.version = hash(contents);
        for (Map.Entry<String, byte[]> each : contents.entrySet()) {
            files.put(each.getKey(), write(each.getKey(), each.getValue()));
        }
    }

    private static void addAll(Path folder, Map<String, byte[]> contents) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
                if (bytes > MAX_BYTES) {
                    throw new InvalidField(MORE_FILES, file.toString(),
                            "files of at most " + MAX_BYTES + " bytes together");
                }
                String name = file.getFileName().toString();
                if (!NAME.matcher(name).matches() || contents.containsKey(name)) {
                    throw new InvalidField(MORE_FILES, file.toString(),
                            "names of A-Z a-z 0-9 . _ - that are none of the page's and do not end in .gz");
                }
                contents.put(name, Files.readAllBytes(file));
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            throw new InvalidField(MORE_FILES, folder.toString(), "a folder");
        }
    }

    private static byte[] read(String name) throws IOException {
        try (InputStream content = PageFiles.class.getResourceAsStream("/page/" + name)) {
            if (content == null) {
                throw new IllegalStateException("The page's file " + name + " is not in the jar");
            }
            return content.readAllBytes();
        }
    }

    private PageFile write(String name, byte[] content) throws IOException {
        // The page names its files by version, so that a browser may keep them for ever.
        byte[] shown = name.equals(INDEX)
                ? new String(content, UTF_8).replace(VERSION, version).getBytes(UTF_8)
                : content;
        MediaType type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1),
                MediaType.APPLICATION_OCTET_STREAM);
        return new PageFile(type, '"' + hash(Map.of(name, shown)) + '"', variant(name, shown),
                variant(name + ".gz", gzip(shown)));
    }

    private PageFile.Variant variant(String name, byte[] content) throws IOException {
        Path path = folder.resolve(name);
        written.add(path);
        // A gateway that is ending may still send the file that was there.
        Path made = Files.createTempFile(folder, name, ".new");
        Files.write(made, content);
        Files.move(made, path, StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.ATOMIC_MOVE);
        return new PageFile.Variant(path, content.length);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream(content.length / 2 + 64);
        try (OutputStream gzip = new GZIPOutputStream(compressed) {
            {
                def.setLevel(Deflater.BEST_COMPRESSION);
            }
        }) {
            gzip.write(content);
        }
        return compressed.toByteArray();
    }

    private static String hash(Map<String, byte[]> contents) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            contents.forEach((name, content) -> {
                digest.update(name.getBytes(UTF_8));
                digest.update(content);
            });
            return HexFormat.of().formatHex(digest.digest()).substring(0, VERSION_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Tells apart what differs in any of the files. */
    String version() {
        return version;
    }

    /** A file of the page, {@code null} if there is none of that name. */
    @Nullable
    PageFile file(String name) {
        return files.get(name);
    }

    /** Removes a temporary folder. */
    @Override
    public void close() {
        if (!isOwnFolder) {
            return;
        }
        try {
            for (Path path : written) {
                Files.deleteIfExists(path);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            log.warn("The page's folder stays behind: {}", e.toString());
        }
    }
}
