package trading.wire;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Order ids: UUIDs that carry the orders partition in the 12 bits after the version, so that any gateway can route a
 * cancel by the id alone. Layouts after RFC 9562: version 7 (time-ordered) when the gateway makes the id, version 8
 * (custom) when it is made from what the client sent.
 *
 * <p>Safe for use by any thread.
 */
public final class OrderId {

    /** By how much the clocks of the gateways that make ids, and of all who compare their times, may differ. */
    public static final long CLOCKS_MILLIS = 1_000;

    private static final int TEXT_LENGTH = 36;
    private static final int PARTITION_BITS = 12;
    private static final long PARTITION_MASK = (1L << PARTITION_BITS) - 1;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long BELOW_VARIANT = 0x3fff_ffff_ffff_ffffL;

    private OrderId() {}

    /** A new id, unique without coordination and ordered by time. */
    public static UUID next(int partition, long nowMillis) {
        return of(nowMillis, 7, partition, ThreadLocalRandom.current().nextLong());
    }

    /** The one id of this user's client order id for this product: the same every time, from any gateway. */
    public static UUID ofClient(int partition, String userId, String productId, String clientOrderId) {
        MessageDigest digest = sha256();
        // None of the three can contain the separator.
        byte[] hash = digest
                .digest((userId + '\n' + productId + '\n' + clientOrderId).getBytes(StandardCharsets.UTF_8));
        return of(bits(hash, 0), 8, partition, bits(hash, 8));
    }

    /** The orders partition that the id carries; 0 to 4095, whatever the topic has. */
    public static int partition(UUID orderId) {
        return (int) (orderId.getMostSignificantBits() & PARTITION_MASK);
    }

    /** When a gateway made the id, epoch milliseconds; 0 for one that was made from a client order id. */
    public static long madeAtMillis(UUID orderId) {
        return clientMade(orderId) ? 0 : orderId.getMostSignificantBits() >>> 16;
    }

    /** Whether the id was made from a client order id, and so can come twice. */
    public static boolean clientMade(UUID orderId) {
        return orderId.version() == 8;
    }

    /**
     * Reads an id in its canonical form: 36 characters, small letters.
     *
     * @throws InvalidField for anything else, and for an id that no gateway made
     */
    public static UUID parse(String field, @Nullable String text) {
        if (text != null && text.length() == TEXT_LENGTH) {
            try {
                UUID orderId = UUID.fromString(text);
                if (valid(orderId) && orderId.toString().equals(text)) {
                    return orderId;
                }
            } catch (IllegalArgumentException e) {
                throw new InvalidField(field, text, "an order id, as the gateway gave it");
            }
        }
        throw new InvalidField(field, text, "an order id, as the gateway gave it");
    }

    /** Whether version, variant and partition are those of an order id. */
    public static boolean valid(UUID orderId) {
        return (orderId.version() == 7 || orderId.version() == 8) && orderId.variant() == 2
                && partition(orderId) < Topics.PARTITIONS;
    }

    private static UUID of(long high, int version, int partition, long low) {
        long head = version == 7 ? high << 16 : high & ~0xffffL;
        return new UUID(head | ((long) version << PARTITION_BITS) | partition, (low & BELOW_VARIANT) | VARIANT);
    }

    private static long bits(byte[] hash, int from) {
        long bits = 0;
        for (int i = from; i < from + Long.BYTES; i++) {
            bits = (bits << 8) | (hash[i] & 0xff);
        }
        return bits;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
