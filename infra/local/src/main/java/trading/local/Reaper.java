package trading.local;

import java.io.IOException;

/** A shell that reads from this JVM until this JVM is gone, however it ends, and then kills a child of it. Any thread may end it. */
final class Reaper {

    private final Process shell;

    private Reaper(Process shell) {
        this.shell = shell;
    }

    /** @param name of the child, for those who look at processes */
    static Reaper of(String name, Process child) throws IOException {
        return new Reaper(new ProcessBuilder("/bin/sh", "-c", "trap '' INT HUP TERM; read -r never; kill -9 \"$1\"",
                name + "-reaper", Long.toString(child.pid())).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start());
    }

    /** When the child is gone: the system may give the pid that it would kill to another process. */
    void end() {
        shell.destroyForcibly();
    }
}
