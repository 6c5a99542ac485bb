package trading.client.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A picture of a few series over one horizontal axis, as SVG that takes its colours from the page. Built and drawn by one
 * thread.
 */
final class Chart {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 300;
    private static final int LEFT = 84;
    private static final int RIGHT = 14;
    private static final int TOP = 12;
    private static final int BOTTOM = 40;
    private static final int TICKS = 5;
    private static final double HEADROOM = 1.05;

    /** What stands out sets a linear scale: what is more times higher elsewhere, such as a cold start, is cut off. */
    private static final double MOST_ELSEWHERE = 2;

    private final String title;
    private final String horizontal;
    private final String vertical;
    private final List<Series> series = new ArrayList<>();
    private List<Tick> ticks = List.of();
    private boolean logarithmic;
    private boolean stacked;
    private double shadedFrom;
    private double shadedTo;

    /** One series; its colour is a number in the page's style, from 0. Who has more series than that has colours sees some twice. */
    private static final class Series {

        private final String name;
        private final int colour;
        private final double[] x;
        private final double[] y;

        private Series(String name, int colour, double[] x, double[] y) {
            this.name = name;
            this.colour = colour;
            this.x = x;
            this.y = y;
        }
    }

    /** A place on an axis and what is written there. */
    record Tick(double at, String label) {}

    /**
     * @param horizontal names the horizontal axis
     * @param vertical names the vertical axis
     */
    Chart(String title, String horizontal, String vertical) {
        this.title = title;
        this.horizontal = horizontal;
        this.vertical = vertical;
    }

    /** Adds a series; one without points is left out. */
    Chart add(String name, double[] x, double[] y) {
        if (x.length > 0) {
            series.add(new Series(name, series.size() % Html.COLOURS, x, y));
        }
        return this;
    }

    /** The series lie on each other, as areas; all must have the same horizontal values. */
    Chart stacked() {
        stacked = true;
        return this;
    }

    /** The vertical axis is logarithmic, from the greatest power of ten below all values that are not 0. */
    Chart logarithmic() {
        logarithmic = true;
        return this;
    }

    /** These ticks on the horizontal axis instead of round numbers. */
    Chart ticks(List<Tick> these) {
        ticks = these;
        return this;
    }

    /** A part of the horizontal axis stands out. */
    Chart shaded(double from, double to) {
        shadedFrom = from;
        shadedTo = to;
        return this;
    }

    /** Draws it; nothing when there is nothing to draw. */
    String draw() {
        if (series.isEmpty()) {
            return "";
        }
        List<Series> drawn = stacked ? sums() : series;
        double left = drawn.stream().flatMapToDouble(one -> Arrays.stream(one.x)).min().orElse(0);
        double right = Math.max(drawn.stream().flatMapToDouble(one -> Arrays.stream(one.x)).max().orElse(1),
                left + 1e-9);
        double highest = highest(drawn);
        double lowest = logarithmic
                ? Math.pow(10, Math.floor(Math.log10(drawn.stream().flatMapToDouble(one -> Arrays.stream(one.y))
                        .filter(y -> y > 0).min().orElse(1))))
                : 0;
        double top = highest <= lowest ? lowest + 1 : highest * HEADROOM;
        Plane plane = new Plane(left, right, lowest, top);

        StringBuilder svg = new StringBuilder();
        svg.append("<figure><figcaption>").append(Html.text(title)).append("</figcaption>");
        svg.append(legend());
        svg.append(String.format(Locale.ROOT, "<svg viewBox='0 0 %d %d' role='img' aria-label='%s'>", WIDTH, HEIGHT,
                Html.text(title)));
        if (shadedTo > shadedFrom) {
            double from = plane.x(Math.max(shadedFrom, left));
            svg.append(String.format(Locale.ROOT, "<rect class='shade' x='%.1f' y='%d' width='%.1f' height='%d'/>",
                    from, TOP, Math.max(0, plane.x(Math.min(shadedTo, right)) - from), HEIGHT - TOP - BOTTOM));
        }
        axes(svg, plane);
        svg.append(String.format(Locale.ROOT,
                "<svg x='%1$d' y='%2$d' width='%3$d' height='%4$d' viewBox='%1$d %2$d %3$d %4$d'>",
                LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM));
        for (int i = 0; i < drawn.size(); i++) {
            svg.append(
                    stacked ? area(drawn.get(i), i == 0 ? null : drawn.get(i - 1), plane) : line(drawn.get(i), plane));
        }
        return svg.append("</svg></svg></figure>").toString();
    }

    private double highest(List<Series> drawn) {
        double anywhere = drawn.stream().flatMapToDouble(one -> Arrays.stream(one.y)).max().orElse(1);
        double shaded = drawn.stream()
                .flatMapToDouble(one -> IntStream.range(0, one.x.length)
                        .filter(at -> one.x[at] >= shadedFrom && one.x[at] <= shadedTo).mapToDouble(at -> one.y[at]))
                .max().orElse(0);
        return !logarithmic && shadedTo > shadedFrom && shaded > 0
                ? Math.min(anywhere, MOST_ELSEWHERE * shaded)
                : anywhere;
    }

    private String legend() {
        StringBuilder legend = new StringBuilder("<p class='legend'>");
        for (Series one : series) {
            legend.append("<span><i class='c").append(one.colour).append("'></i>").append(Html.text(one.name))
                    .append("</span> ");
        }
        return legend.append("</p>").toString();
    }

    private void axes(StringBuilder svg, Plane plane) {
        for (Tick tick : logarithmic ? powers(plane) : round(plane.bottom(), plane.top())) {
            double y = plane.y(tick.at());
            svg.append(String.format(Locale.ROOT,
                    "<line class='rule' x1='%d' x2='%d' y1='%.1f' y2='%.1f'/><text class='end' x='%d' y='%.1f'>%s</text>",
                    LEFT, WIDTH - RIGHT, y, y, LEFT - 6, y + 4, Html.text(tick.label())));
        }
        for (Tick tick : ticks.isEmpty() ? round(plane.left(), plane.right()) : ticks) {
            if (tick.at() >= plane.left() && tick.at() <= plane.right()) {
                double x = plane.x(tick.at());
                svg.append(String.format(Locale.ROOT,
                        "<line class='axis' x1='%.1f' x2='%.1f' y1='%d' y2='%d'/><text class='middle' x='%.1f' y='%d'>%s</text>",
                        x, x, HEIGHT - BOTTOM, HEIGHT - BOTTOM + 4, x, HEIGHT - BOTTOM + 16, Html.text(tick.label())));
            }
        }
        svg.append(String.format(Locale.ROOT, "<line class='axis' x1='%d' x2='%d' y1='%d' y2='%d'/>", LEFT,
                WIDTH - RIGHT, HEIGHT - BOTTOM, HEIGHT - BOTTOM));
        svg.append(String.format(Locale.ROOT, "<text class='middle name' x='%d' y='%d'>%s</text>",
                (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, Html.text(horizontal)));
        svg.append(String.format(Locale.ROOT,
                "<text class='middle name' transform='translate(12 %d) rotate(-90)'>%s</text>",
                (TOP + HEIGHT - BOTTOM) / 2, Html.text(vertical)));
    }

    /** On a logarithmic axis, where nothing was measured, there is a gap. */
    private String line(Series one, Plane plane) {
        StringBuilder lines = new StringBuilder();
        int from = 0;
        for (int at = 0; at <= one.x.length; at++) {
            if (at == one.x.length || (logarithmic && one.y[at] <= 0)) {
                if (at > from) {
                    Series piece = new Series(one.name, one.colour, Arrays.copyOfRange(one.x, from, at),
                            Arrays.copyOfRange(one.y, from, at));
                    lines.append("<polyline class='line s").append(one.colour).append("' points='")
                            .append(points(piece, plane, false)).append("'/>");
                }
                from = at + 1;
            }
        }
        return lines.toString();
    }

    private static String area(Series one, @Nullable Series below, Plane plane) {
        String base = below == null
                ? String.format(Locale.ROOT, "%.1f,%.1f %.1f,%.1f", plane.x(one.x[one.x.length - 1]), plane.y(0),
                        plane.x(one.x[0]), plane.y(0))
                : points(below, plane, true);
        return "<polygon class='area c" + one.colour + "' points='" + points(one, plane, false) + " " + base + "'/>";
    }

    private static String points(Series one, Plane plane, boolean backwards) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < one.x.length; i++) {
            int at = backwards ? one.x.length - 1 - i : i;
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", plane.x(one.x[at]), plane.y(one.y[at])));
        }
        return points.toString().strip();
    }

    private List<Series> sums() {
        List<Series> sums = new ArrayList<>();
        double[] sum = new double[series.getFirst().x.length];
        for (Series one : series) {
            for (int i = 0; i < sum.length; i++) {
                sum[i] += one.y[i];
            }
            sums.add(new Series(one.name, one.colour, one.x, sum.clone()));
        }
        return sums;
    }

    private static List<Tick> powers(Plane plane) {
        List<Tick> powers = new ArrayList<>();
        for (double power = plane.bottom(); power <= plane.top(); power *= 10) {
            powers.add(new Tick(power, number(power)));
        }
        return powers;
    }

    /** Ticks at round numbers: one, two or five times a power of ten apart. */
    private static List<Tick> round(double from, double to) {
        double rough = (to - from) / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : rough / power < 7.5 ? 5 : 10);
        List<Tick> round = new ArrayList<>();
        for (long i = (long) Math.ceil(from / step); i * step <= to; i++) {
            round.add(new Tick(i * step, number(i * step)));
        }
        return round;
    }

    private static String number(double value) {
        int digits = value == 0 || value >= 10
                ? 0
                : (int) Math.clamp(Math.ceil(-Math.log10(Math.abs(value))) + 1, 0, 4);
        String text = String.format(Locale.ROOT, "%,." + digits + "f", value);
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }

    /** Where values lie in the picture. */
    private final class Plane {

        private final double left;
        private final double right;
        private final double bottom;
        private final double top;

        private Plane(double left, double right, double bottom, double top) {
            this.left = left;
            this.right = right;
            this.bottom = bottom;
            this.top = top;
        }

        private double left() {
            return left;
        }

        private double right() {
            return right;
        }

        private double bottom() {
            return bottom;
        }

        private double top() {
            return top;
        }

        private double x(double value) {
            return LEFT + (value - left) / (right - left) * (WIDTH - LEFT - RIGHT);
        }

        private double y(double value) {
            double share = logarithmic
                    ? Math.log(Math.max(value, bottom) / bottom) / Math.log(top / bottom)
                    : (value - bottom) / (top - bottom);
            return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
        }
    }
}
