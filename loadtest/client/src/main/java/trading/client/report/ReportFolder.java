package trading.client.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import trading.client.CommandFailed;

/** Where a run's report is kept: {@code report.json}, and {@code report.html} made of it. */
public final class ReportFolder {

    private ReportFolder() {}

    /**
     * Writes both files, and what they say in short to a terminal.
     *
     * @throws CommandFailed if they cannot be written
     */
    public static void write(LoadReport report, Path folder, PrintWriter out) {
        List<List<String>> rows = new ArrayList<>();
        Summary.figures(report).forEach((name, value) -> rows.add(List.of(name, value)));
        out.print(Summary.columns(rows));
        Window window = report.window();
        if (window != null) {
            out.print(Summary.columns(Summary.cpu(window)));
        }
        LoadReport.Capacity capacity = report.capacity();
        if (capacity != null) {
            out.print(Summary.columns(Summary.trials(capacity)));
        }
        out.println(report.counted());
        try {
            Files.createDirectories(folder);
            report.write(folder.resolve("report.json"));
            Page.write(report, folder.resolve("report.html"));
        } catch (IOException e) {
            throw new CommandFailed("report: " + e, e);
        }
        out.println("report: " + folder.resolve("report.html"));
        out.flush();
    }
}
