package trading.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import org.jspecify.annotations.Nullable;
import trading.wire.proto.Batch;

/** Reads the records of the sales and results topics. Safe for use by any thread. */
public final class Batches {

    private Batches() {}

    /**
     * The batch, or the part of one, that a record is.
     *
     * @throws InvalidField if it is none: no engine wrote it
     */
    public static Batch read(byte @Nullable [] value) {
        if (value == null) {
            throw new InvalidField("value", null, "a batch");
        }
        if (value.length > Limits.MAX_BATCH_BYTES) {
            throw new InvalidField("value", value.length + " bytes",
                    "a batch of at most " + Limits.MAX_BATCH_BYTES + " bytes");
        }
        Batch batch = parse(value);
        // Almost any short bytes are some message; an empty one is a batch of nothing.
        if (batch.getPart() < 1 || batch.getPart() > batch.getParts()) {
            throw new InvalidField("part", batch.getPart(), "1 to parts, here " + batch.getParts());
        }
        if (batch.getNow() < 1 || batch.getNow() > Limits.MAX_EXPIRES_AT) {
            throw new InvalidField("now", batch.getNow(), "epoch milliseconds");
        }
        return batch;
    }

    private static Batch parse(byte[] value) {
        try {
            return Batch.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new InvalidField("value", value.length + " bytes", "a batch: " + e.getMessage());
        }
    }
}
