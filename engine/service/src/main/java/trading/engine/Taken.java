package trading.engine;

import java.nio.ByteBuffer;

/**
 * A record of the orders log that a batch has taken.
 *
 * @param offset where it stands in its partition
 * @param timestampMillis when the broker took it
 * @param value its bytes, as they came
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Taken(long offset, long timestampMillis, byte[] value) {

    byte[] write() {
        return ByteBuffer.allocate(2 * Long.BYTES + value.length).putLong(offset).putLong(timestampMillis).put(value)
                .array();
    }

    static Taken read(byte[] bytes) {
        ByteBuffer taken = ByteBuffer.wrap(bytes);
        long offset = taken.getLong();
        long timestampMillis = taken.getLong();
        byte[] value = new byte[taken.remaining()];
        taken.get(value);
        return new Taken(offset, timestampMillis, value);
    }
}
