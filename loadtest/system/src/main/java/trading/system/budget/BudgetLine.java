package trading.system.budget;

/**
 * A figure beside its limit.
 *
 * @param where it was measured
 * @param what it is, with its unit
 * @param isLeast whether the limit is the least that it should be, and not the most
 * @param measured not a number where nothing was: that keeps no limit
 */
public record BudgetLine(String where, String what, double limit, boolean isLeast, double measured) {

    static BudgetLine atMost(String where, String what, double limit, double measured) {
        return new BudgetLine(where, what, limit, false, measured);
    }

    static BudgetLine atLeast(String where, String what, double limit, double measured) {
        return new BudgetLine(where, what, limit, true, measured);
    }

    /** Whether the limit is kept. */
    public boolean isKept() {
        return isLeast ? measured >= limit : measured <= limit;
    }

    /** As a line of a table. */
    @Override
    public String toString() {
        return "%-36s %-28s %s %,12.1f %14s  %s".formatted(where, what, isLeast ? "≥" : "≤", limit,
                words(measured), isKept() ? "kept" : "missed");
    }

    /** A figure, or that there is none. */
    static String words(double figure) {
        return Double.isFinite(figure) ? "%,.1f".formatted(figure) : "-";
    }
}
