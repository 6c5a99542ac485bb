package trading.client.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Pieces of a page, and what is around them. */
final class Html {

    private static final String STYLE = """
            :root { color-scheme: light dark; --page: #fbfbfa; --card: #ffffff; --ink: #1c1f23; --soft: #5d6670;
              --line: #e3e5e8; --shade: #eef3fa; --bad: #b3261e;
              --c0: #2f76c4; --c1: #e07b20; --c2: #2f9e77; --c3: #b8528f; --c4: #7a68c4; --c5: #a98c12; --c6: #6e7b88;
              --c7: #c9453f; --c8: #3b9bb0; --c9: #8c6239; }
            @media (prefers-color-scheme: dark) { :root { --page: #15181c; --card: #1d2126; --ink: #e6e8ea; --soft: #9aa4ae;
              --line: #343a41; --shade: #232b36; --bad: #ff8a80;
              --c0: #62a3ea; --c1: #f09a4b; --c2: #54c39b; --c3: #dc80b8; --c4: #a596e6; --c5: #d1b53f; --c6: #98a5b2;
              --c7: #ee7a74; --c8: #65c3d6; --c9: #bd9167; } }
            body { background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; margin: 0 auto;
              max-width: 1320px; padding: 24px; }
            h1 { font-size: 24px; margin: 0 0 4px; } h2 { font-size: 17px; margin: 28px 0 8px; }
            .soft { color: var(--soft); } .bad { color: var(--bad); }
            .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: 12px; margin: 16px 0; }
            .tiles div, figure, table { background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
            .tiles div { padding: 12px 14px; } .tiles b { display: block; font-size: 25px; line-height: 1.2; }
            .tiles span { color: var(--soft); font-size: 13px; }
            .grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(520px, 100%), 1fr)); gap: 14px; }
            figure { margin: 0; padding: 12px 14px; } figcaption { font-weight: 600; }
            .legend { margin: 2px 0 4px; font-size: 13px; color: var(--soft); }
            .legend span { margin-right: 12px; white-space: nowrap; }
            .legend i { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 5px; }
            figure > svg, td > svg { width: 100%; height: auto; display: block; } svg text { font: 11px system-ui, sans-serif; fill: var(--soft); }
            .end { text-anchor: end; } .middle { text-anchor: middle; }
            .rule { stroke: var(--line); } .axis { stroke: var(--soft); } .shade { fill: var(--shade); }
            .line { fill: none; stroke-width: 1.8; stroke-linejoin: round; } .area { opacity: .85; }
            .scroll { overflow-x: auto; } table { border-collapse: separate; border-spacing: 0; font-size: 14px; }
            td, th { padding: 4px 12px; text-align: right; border-top: 1px solid var(--line);
              font-variant-numeric: tabular-nums; white-space: nowrap; }
            tr:first-child > * { border-top: 0; } th { font-weight: 600; color: var(--soft); }
            .bars td, .bars th { border: 0; }
            td:first-child, th:first-child { text-align: left; } .words td { text-align: left; white-space: normal; }
            """;
    /** How many colours the style has, numbered from 0. */
    static final int COLOURS = 10;

    private Html() {}

    /** A whole page that needs nothing else. */
    static String page(String title, String body) {
        StringBuilder colours = new StringBuilder();
        for (int colour = 0; colour < COLOURS; colour++) {
            colours.append(String.format(Locale.ROOT,
                    ".s%1$d { stroke: var(--c%1$d); } .c%1$d { fill: var(--c%1$d); background: var(--c%1$d); }%n",
                    colour));
        }
        return "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
                + "<meta name='viewport' content='width=device-width'><title>" + text(title) + "</title><style>\n"
                + STYLE
                + colours + "</style></head><body>\n" + body + "\n</body></html>\n";
    }

    /** A table; the first row is its head. */
    static String table(List<List<String>> rows) {
        StringBuilder table = new StringBuilder("<div class='scroll'><table>");
        String cell = "th";
        for (List<String> row : rows) {
            table.append("<tr>");
            for (String value : row) {
                table.append('<').append(cell).append('>').append(text(value)).append("</").append(cell).append('>');
            }
            table.append("</tr>\n");
            cell = "td";
        }
        return table.append("</table></div>").toString();
    }

    /** A table of names and words. */
    static String words(Map<String, String> rows) {
        StringBuilder table = new StringBuilder("<div class='scroll'><table class='words'>");
        rows.forEach((name, value) -> table.append("<tr><th>").append(text(name)).append("</th><td>")
                .append(text(value)).append("</td></tr>\n"));
        return table.append("</table></div>").toString();
    }

    /** A figure that stands out, and what it is. */
    static String tile(String figure, String name) {
        return "<div><b>" + text(figure) + "</b><span>" + text(name) + "</span></div>";
    }

    /** Text that means itself, in attributes too. */
    static String text(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#39;").replace("\"",
                "&quot;");
    }
}
