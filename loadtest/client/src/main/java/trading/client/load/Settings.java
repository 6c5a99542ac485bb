package trading.client.load;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run sends, and for how long.
 *
 * @param clients of a closed loop
 * @param pause of each between an answer and its next request
 * @param maxBehind a closed loop waits while orders wait longer for an engine, or sales for the database; {@code null}: it
 *        does not care
 * @param rate orders a second of an open loop; 0: a closed loop
 * @param lines orders in a request of newline-delimited JSON; 0: one order in a request of its own
 * @param skew how uneven products are
 * @param clientOrderIds whether each order has one
 * @param untilSales whether sales are counted on their topic, and not in the database
 * @param warmUpSales so many sales at least come before the measured time
 * @param warmUpMax the warm-up is over after this, warm or not
 * @param seconds the measured time
 * @param underWay requests of an open loop that may wait for their answers
 * @param results orders a second whose results are asked for; 0: none
 * @param catchUp for how long the end is waited for
 * @param away for how long the database may be away before the run ends
 */
record Settings(int clients, Duration pause, @Nullable Duration maxBehind, double rate, int lines, int products,
        double skew, long seed, boolean clientOrderIds, boolean untilSales, long warmUpSales, Duration warmUpMax,
        Duration seconds, int underWay, int results, Duration catchUp, Duration away) {

    boolean isOpenLoop() {
        return rate > 0;
    }

    /** The same as a closed loop of so many clients that do not wait. */
    Settings withClients(int others) {
        return new Settings(others, Duration.ZERO, maxBehind, 0, lines, products, skew, seed, clientOrderIds,
                untilSales, warmUpSales, warmUpMax, seconds, underWay, results, catchUp, away);
    }

    int ordersInRequest() {
        return Math.max(1, lines);
    }

    /** As they are written in a report. */
    Map<String, String> inWords(String url) {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("load", isOpenLoop()
                ? String.format(Locale.ROOT, "open loop, %,.0f orders/s planned, at most %,d requests under way", rate,
                        underWay)
                : String.format(Locale.ROOT, "closed loop, %,d clients, each waits %,d ms after an answer%s", clients,
                        pause.toMillis(), maxBehind == null
                                ? ""
                                : ", and while orders or sales wait for more than " + maxBehind.toMillis() + " ms"));
        words.put("request", lines == 0 ? "one order, JSON" : lines + " orders, newline-delimited JSON");
        words.put("orders", products + " products, " + (skew == 0 ? "all alike" : "Zipf " + skew) + ", seed " + seed
                + (clientOrderIds ? ", each with a client order id" : ""));
        words.put("URL", url);
        words.put("sales", untilSales ? "on the sales topic; the database is left out" : "rows in the database");
        words.put("warm-up", String.format(Locale.ROOT, "until %,d sales and stable, at most %,d s", warmUpSales,
                warmUpMax.toSeconds()));
        words.put("measured", seconds.toSeconds() + " s");
        words.put("results asked for", results == 0 ? "none" : results + " orders a second at most");
        return words;
    }
}
