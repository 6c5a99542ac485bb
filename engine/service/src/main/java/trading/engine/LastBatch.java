package trading.engine;

import java.nio.ByteBuffer;

/**
 * Where a partition stands.
 *
 * @param number counts the partition's batches from 1; 0 when there was none yet
 * @param offset of the last record that was traded
 * @param nowMillis the batch's moment; the next one is not before it
 * @param openOrders how many orders were open after it; {@link #UNKNOWN} when an older engine has written it
 * @param rememberedIds how many ids were remembered after it; likewise
 */
record LastBatch(long number, long offset, long nowMillis, int openOrders, int rememberedIds) {

    static final int UNKNOWN = -1;

    static final LastBatch NONE = new LastBatch(0, -1, 0, 0, 0);

    byte[] write() {
        return ByteBuffer.allocate(3 * Long.BYTES + 2 * Integer.BYTES).putLong(number).putLong(offset)
                .putLong(nowMillis).putInt(openOrders).putInt(rememberedIds).array();
    }

    static LastBatch read(byte[] bytes) {
        ByteBuffer batch = ByteBuffer.wrap(bytes);
        return new LastBatch(batch.getLong(), batch.getLong(), batch.getLong(),
                optional(batch), optional(batch));
    }

    private static int optional(ByteBuffer batch) {
        return batch.hasRemaining() ? batch.getInt() : UNKNOWN;
    }
}
