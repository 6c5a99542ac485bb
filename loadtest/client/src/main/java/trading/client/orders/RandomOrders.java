package trading.client.orders;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The demo's orders, as lines of newline-delimited JSON. Made for this project: no recorded market stands behind them.
 *
 * <p>All draws are uniform and independent. Each product has a middle price of 10.00 to 1,000.00. Orders come in pairs of
 * one purchase order and one sales order, either first, each of any product, any of 1,000 buyers or sellers, and a
 * quantity of 1 to 10. Of 20 orders 19 are eager: their price is on the far side of the middle by up to 2 %, so that an
 * eager buyer meets any eager seller; a tenth of the eager buyers name no price at all. The twentieth is patient: up to
 * 2 % on the near side of the middle; patient orders mostly wait until they expire. Prices are whole hundredths.
 *
 * <p>Since nearly every order trades, and quantities differ, most sales use up one order of the two: some 0.9 sales an
 * order. With a skew, products are drawn by a Zipf distribution instead.
 *
 * <p>The same seed, number of products and chunk number give the same bytes. Safe for use by any thread.
 */
public final class RandomOrders {

    /** Longest line in bytes; a buffer of this times the orders of a chunk always suffices. */
    public static final int MAX_LINE_LENGTH = 192;

    private static final int USERS = 1_000;
    private static final int MAX_QUANTITY = 10;
    private static final int PATIENT_ONE_IN = 20;
    private static final int ANY_PRICE_ONE_IN = 10;
    private static final int MIN_MIDDLE = 1_000;
    private static final int MAX_MIDDLE = 100_000;
    private static final int MAX_DISTANCE_ONE_IN = 50;

    private static final byte[] BUY = bytes("{\"side\":\"BUY\",\"productId\":\"");
    private static final byte[] SELL = bytes("{\"side\":\"SELL\",\"productId\":\"");
    private static final byte[] QUANTITY = bytes("\",\"quantity\":");
    private static final byte[] PRICE = bytes(",\"price\":\"");
    private static final byte[] BUYER = bytes("\",\"userId\":\"buyer-");
    private static final byte[] BUYER_AT_ANY_PRICE = bytes(",\"userId\":\"buyer-");
    private static final byte[] SELLER = bytes("\",\"userId\":\"seller-");
    private static final byte[] CLIENT_ORDER_ID = bytes("\",\"clientOrderId\":\"");
    private static final byte[] END = bytes("\"}\n");

    private final long seed;
    private final byte[][] products;
    /** Share of the orders that are for this product or one before it; empty when all have the same share. */
    private final double[] shares;
    /** In hundredths of the currency unit. */
    private final int[] middles;
    private final byte[] clientOrderIds;

    /**
     * @param seed decides everything
     * @param products how many, from 1; their ids are {@code product-000} and on
     */
    public RandomOrders(long seed, int products) {
        this(seed, products, 0, "");
    }

    /**
     * @param skew how uneven products are: the share of product number n falls with (n + 1) to this power; 0: all the same
     * @param clientOrderIds what the client order id of each order begins with, at most 32 letters and digits; empty: they have none
     */
    public RandomOrders(long seed, int products, double skew, String clientOrderIds) {
        this.seed = seed;
        this.clientOrderIds = bytes(clientOrderIds);
        this.shares = skew == 0 ? new double[0] : shares(products, skew);
        this.products = new byte[products][];
        this.middles = new int[products];
        SplittableRandom random = new SplittableRandom(seed);
        for (int product = 0; product < products; product++) {
            this.products[product] = bytes(String.format(Locale.ROOT, "product-%03d", product));
            this.middles[product] = random.nextInt(MIN_MIDDLE, MAX_MIDDLE + 1);
        }
    }

    /**
     * Writes one chunk of orders.
     *
     * @param number of the chunk: any two differ
     * @param orders in the chunk, an even number
     * @param buffer with room for {@code orders} times {@link #MAX_LINE_LENGTH}
     * @return the bytes written
     */
    public int chunk(long number, int orders, byte[] buffer) {
        // The generator mixes its seed, so neighbouring chunks have nothing in common.
        SplittableRandom random = new SplittableRandom(seed + 0x9E37_79B9_7F4A_7C15L * (number + 1)).split();
        int at = 0;
        for (int pair = 0; pair < orders / 2; pair++) {
            boolean buyerFirst = random.nextBoolean();
            at = buyerFirst ? buy(random, buffer, at) : sell(random, buffer, at);
            at = end(number, 2 * pair, buffer, at);
            at = buyerFirst ? sell(random, buffer, at) : buy(random, buffer, at);
            at = end(number, 2 * pair + 1, buffer, at);
        }
        return at;
    }

    private int buy(SplittableRandom random, byte[] buffer, int start) {
        int product = product(random);
        int at = head(BUY, product, random, buffer, start);
        boolean patient = random.nextInt(PATIENT_ONE_IN) == 0;
        if (!patient && random.nextInt(ANY_PRICE_ONE_IN) == 0) {
            at = append(BUYER_AT_ANY_PRICE, buffer, at);
        } else {
            int distance = distance(product, random);
            at = append(PRICE, buffer, at);
            at = price(middles[product] + (patient ? -distance : distance), buffer, at);
            at = append(BUYER, buffer, at);
        }
        return user(random, buffer, at);
    }

    private int sell(SplittableRandom random, byte[] buffer, int start) {
        int product = product(random);
        int at = head(SELL, product, random, buffer, start);
        boolean patient = random.nextInt(PATIENT_ONE_IN) == 0;
        int distance = distance(product, random);
        at = append(PRICE, buffer, at);
        at = price(middles[product] + (patient ? distance : -distance), buffer, at);
        at = append(SELLER, buffer, at);
        return user(random, buffer, at);
    }

    private int product(SplittableRandom random) {
        if (shares.length == 0) {
            return random.nextInt(products.length);
        }
        int found = Arrays.binarySearch(shares, random.nextDouble());
        return Math.min(found < 0 ? -found - 1 : found, products.length - 1);
    }

    private static double[] shares(int products, double skew) {
        double[] shares = new double[products];
        double sum = 0;
        for (int product = 0; product < products; product++) {
            sum += Math.pow(product + 1, -skew);
            shares[product] = sum;
        }
        for (int product = 0; product < products; product++) {
            shares[product] /= sum;
        }
        return shares;
    }

    private int head(byte[] side, int product, SplittableRandom random, byte[] buffer, int start) {
        int at = append(side, buffer, start);
        at = append(products[product], buffer, at);
        at = append(QUANTITY, buffer, at);
        return number(random.nextInt(1, MAX_QUANTITY + 1), buffer, at);
    }

    private int distance(int product, SplittableRandom random) {
        return random.nextInt(middles[product] / MAX_DISTANCE_ONE_IN + 1);
    }

    private static int price(int hundredths, byte[] buffer, int start) {
        int at = number(hundredths / 100, buffer, start);
        buffer[at++] = '.';
        buffer[at++] = (byte) ('0' + hundredths / 10 % 10);
        buffer[at++] = (byte) ('0' + hundredths % 10);
        return at;
    }

    private static int user(SplittableRandom random, byte[] buffer, int start) {
        int user = random.nextInt(USERS);
        int at = start;
        buffer[at++] = (byte) ('0' + user / 100);
        buffer[at++] = (byte) ('0' + user / 10 % 10);
        buffer[at++] = (byte) ('0' + user % 10);
        return at;
    }

    private int end(long chunk, int order, byte[] buffer, int start) {
        int at = start;
        if (clientOrderIds.length > 0) {
            at = append(CLIENT_ORDER_ID, buffer, at);
            at = append(clientOrderIds, buffer, at);
            buffer[at++] = '-';
            at = number(chunk, buffer, at);
            buffer[at++] = '-';
            at = number(order, buffer, at);
        }
        return append(END, buffer, at);
    }

    private static int number(long value, byte[] buffer, int start) {
        long divisor = 1;
        while (value / divisor >= 10) {
            divisor *= 10;
        }
        int at = start;
        for (long rest = value; divisor > 0; divisor /= 10) {
            buffer[at++] = (byte) ('0' + rest / divisor);
            rest %= divisor;
        }
        return at;
    }

    private static int append(byte[] text, byte[] buffer, int at) {
        System.arraycopy(text, 0, buffer, at, text.length);
        return at + text.length;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
