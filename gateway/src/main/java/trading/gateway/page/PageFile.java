package trading.gateway.page;

import java.nio.file.Path;
import org.springframework.http.MediaType;

/**
 * A file of the page, twice on the disk: as it is, and compressed.
 *
 * @param etag tells whether a browser has it already
 */
record PageFile(MediaType type, String etag, Variant plain, Variant gzip) {

    /**
     * A file on the disk.
     *
     * @param length in bytes
     */
    record Variant(Path path, long length) {}
}
