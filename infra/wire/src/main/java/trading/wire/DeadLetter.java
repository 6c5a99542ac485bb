package trading.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A record that nobody can read, as it goes to {@link Topics#DEAD_LETTERS}: as it came, with headers {@code topic} and
 * {@code offset} that say where it was, and {@code error}. A record that came compressed may be larger than any topic takes
 * uncompressed; of such a one the letter has the beginning of key and value, none of its headers, and says so in {@code error}.
 *
 * @param key what is written as its key
 * @param value what is written as its value
 * @param headers those of the record, if it is whole, and ours behind them
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record DeadLetter(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {

    /** What is kept of a key that is cut: more than any key of ours has. */
    public static final int CUT_KEY_BYTES = 1024;

    /** What is kept of a value that is cut: as much as a broker takes uncompressed by default. */
    public static final int CUT_VALUE_BYTES = 1024 * 1024;

    /** What a letter takes beside key, value and the record's headers: the head of its batch, and our own headers. */
    private static final int ENVELOPE_BYTES = 4 * 1024;

    /** What a header takes beside its key and value. */
    private static final int HEADER_BYTES = 10;

    /**
     * The letter of a record.
     *
     * @param topic where the record is
     * @param offset where in its partition
     * @param error what is wrong with it, in some hundred characters at most
     */
    public static DeadLetter of(String topic, long offset, byte @Nullable [] key, byte @Nullable [] value,
            Headers headers, String error) {
        long bytes = bytes(key, value, headers);
        int maxBytes = Topics.MAX_DEAD_LETTER_BYTES - ENVELOPE_BYTES;
        if (bytes <= maxBytes) {
            return new DeadLetter(key, value, place(new RecordHeaders(headers), topic, offset, error));
        }
        return new DeadLetter(cut(key, CUT_KEY_BYTES), cut(value, CUT_VALUE_BYTES), place(new RecordHeaders(), topic,
                offset, error + "; cut, for it has " + bytes + " bytes (expected: at most " + maxBytes + ")"));
    }

    private static long bytes(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        long bytes = length(key) + length(value);
        for (Header header : headers) {
            bytes += header.key().getBytes(UTF_8).length + length(header.value()) + HEADER_BYTES;
        }
        return bytes;
    }

    private static Headers place(Headers headers, String topic, long offset, String error) {
        return headers.add("topic", topic.getBytes(UTF_8)).add("offset", Long.toString(offset).getBytes(UTF_8))
                .add("error", error.getBytes(UTF_8));
    }

    private static byte @Nullable [] cut(byte @Nullable [] bytes, int most) {
        return bytes == null || bytes.length <= most ? bytes : Arrays.copyOf(bytes, most);
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
