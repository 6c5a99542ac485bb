package trading.system.files;

import java.net.URI;

/**
 * A process that serves a file.
 *
 * @param name as tables have it
 */
public record FileServer(String name, ProcessHandle process, URI file) {}
