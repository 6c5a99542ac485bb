package trading.client.load;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;
import trading.client.report.Sample;

/** Says how a run is doing: on a terminal a line that changes every second, elsewhere a line every five. For one thread. */
final class LiveLine {

    private static final int PLAIN_EVERY = 5;
    private static final int BAR = 20;

    private final PrintWriter out;
    private final boolean terminal;
    private int lines;
    private double secondBefore;
    private Sample before = NOTHING;

    private static final Sample NOTHING = new Sample(0, "", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, java.util.Map.of(),
            java.util.Map.of(), null);

    @SuppressWarnings("SystemConsoleNull") // JDK 25 gives null again where there is no terminal
    LiveLine(PrintWriter out) {
        this.out = out;
        Console console = System.console();
        this.terminal = console != null && console.isTerminal();
    }

    /** Begins to count from here. */
    void from(Sample sample) {
        before = sample;
        secondBefore = sample.second();
    }

    /**
     * Tells the newest figures.
     *
     * @param done share of the phase that is over, from 0 to 1
     */
    void show(Sample now, double done) {
        if (!terminal && ++lines % PLAIN_EVERY != 0) {
            return;
        }
        double seconds = Math.max(1e-3, now.second() - secondBefore);
        int filled = (int) Math.round(BAR * Math.clamp(done, 0, 1));
        long notAccepted = now.refused() + now.unknown() + now.notSent();
        String line = String.format(Locale.ROOT,
                "%s%-8s %4.0f s  %,9.0f orders/s  %,11.0f sales/min  99 %% %,7.1f ms  behind %s%s",
                terminal ? "[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "] " : "", now.phase(), now.second(),
                (now.accepted() - before.accepted()) / seconds, (now.sales() - before.sales()) * 60 / seconds,
                now.p99(),
                now.ordersBehind() < 0 ? "?" : String.format(Locale.ROOT, "%.2f s", now.behindSeconds()),
                notAccepted == 0 ? "" : String.format(Locale.ROOT, "  %,d not accepted", notAccepted));
        if (terminal) {
            out.print("\r" + line + "\u001b[K");
        } else {
            out.println(line);
        }
        out.flush();
        before = now;
        secondBefore = now.second();
    }

    /** Ends a line that is still to change. */
    void end() {
        if (terminal) {
            out.println();
            out.flush();
        }
    }
}
