package trading.wire;

import org.jspecify.annotations.Nullable;

/**
 * The limits of every field. The gateway checks what comes in, the engine checks again what it reads; what passes here
 * fits every message, column and sum behind it.
 *
 * <p>Each method returns the value it was given, or throws {@link InvalidField}. Safe for use by any thread.
 */
public final class Limits {

    public static final int MAX_PRODUCT_ID_LENGTH = 32;
    public static final int MAX_USER_ID_LENGTH = 64;
    public static final int MAX_CLIENT_ORDER_ID_LENGTH = 64;

    /** 10^18 − 1 ticks: what DECIMAL(18,4) holds. */
    public static final long MAX_PRICE = 999_999_999_999_999_999L;

    /** 10^15. Of orders of this size, 9,223 fit into 64 bits together, which is fewer than may be open: sums need more. */
    public static final long MAX_QUANTITY = 1_000_000_000_000_000L;

    /** 9999-12-31T23:59:59.999Z in epoch milliseconds: what DATETIME(3) and a date in four digits hold. */
    public static final long MAX_EXPIRES_AT = 253_402_300_799_999L;

    /** A command of today takes less than 200 bytes; fields to come have room, what is larger is none of ours. */
    public static final int MAX_COMMAND_BYTES = 4_096;

    /** A part of a batch takes less than 250 KB; what is larger is none, and might not fit the results topic. */
    public static final int MAX_BATCH_BYTES = 512 * 1024;

    private static final String PRODUCT_ID = "1 to 32 of A-Z a-z 0-9 . _ -";
    private static final String USER_ID = "1 to 64 of A-Z a-z 0-9 . _ - @";
    private static final String CLIENT_ORDER_ID = "1 to 64 of A-Z a-z 0-9 . _ - @ : /";
    private static final String QUANTITY_FROM_1 = "a whole number from 1";
    private static final String QUANTITY_AT_MOST = "a whole number up to " + MAX_QUANTITY;
    private static final String PRICE_FROM = "a price from 0.0001";
    private static final String PRICE_AT_MOST = "a price up to " + Price.format(MAX_PRICE);

    private static final String EXPIRES_AT = "a time from 1970-01-01T00:00:00.001Z to 9999-12-31T23:59:59.999Z";

    private Limits() {}

    public static String productId(String field, @Nullable String value) {
        return name(field, value, MAX_PRODUCT_ID_LENGTH, "._-", PRODUCT_ID);
    }

    public static String userId(String field, @Nullable String value) {
        return name(field, value, MAX_USER_ID_LENGTH, "._-@", USER_ID);
    }

    public static String clientOrderId(String field, @Nullable String value) {
        return name(field, value, MAX_CLIENT_ORDER_ID_LENGTH, "._-@:/", CLIENT_ORDER_ID);
    }

    public static long quantity(String field, long value) {
        if (value < 1) {
            throw new InvalidField(field, value, QUANTITY_FROM_1);
        }
        if (value > MAX_QUANTITY) {
            throw new InvalidField(field, value, QUANTITY_AT_MOST);
        }
        return value;
    }

    /** A quantity written in decimal digits. */
    public static long quantity(String field, @Nullable String value) {
        if (value == null || value.isEmpty() || !isDigits(value)) {
            throw new InvalidField(field, value, QUANTITY_FROM_1);
        }
        try {
            return quantity(field, Long.parseLong(value));
        } catch (NumberFormatException e) {
            throw new InvalidField(field, value, QUANTITY_AT_MOST);
        }
    }

    /** A price in ticks. */
    public static long price(String field, long ticks) {
        requirePrice(field, ticks, null);
        return ticks;
    }

    /** A price written as a decimal, as {@link Price#parse}. */
    public static long price(String field, @Nullable String value) {
        long ticks = Price.parse(field, value);
        requirePrice(field, ticks, value);
        return ticks;
    }

    /** @param shown as it came; {@code null} if that was no text */
    private static void requirePrice(String field, long ticks, @Nullable String shown) {
        if (ticks < 1 || ticks > MAX_PRICE) {
            throw new InvalidField(field, shown == null ? Price.format(ticks) : shown,
                    ticks < 1 ? PRICE_FROM : PRICE_AT_MOST);
        }
    }

    /** A moment until which an order is good, in epoch milliseconds. */
    public static long expiresAt(String field, long millis) {
        return expiresAt(field, millis, Long.toString(millis));
    }

    /** A moment until which an order is good, as {@link Rfc3339#parse}. */
    public static long expiresAt(String field, @Nullable String value) {
        return expiresAt(field, Rfc3339.parse(field, value), value);
    }

    private static long expiresAt(String field, long millis, @Nullable String shown) {
        if (millis < 1 || millis > MAX_EXPIRES_AT) {
            throw new InvalidField(field, shown, EXPIRES_AT);
        }
        return millis;
    }

    private static boolean isDigits(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static String name(String field, @Nullable String value, int maxLength, String punctuation,
            String expected) {
        if (value == null || value.isEmpty() || value.length() > maxLength) {
            throw new InvalidField(field, value, expected);
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                    || punctuation.indexOf(c) >= 0;
            if (!allowed) {
                throw new InvalidField(field, value, expected);
            }
        }
        return value;
    }
}
