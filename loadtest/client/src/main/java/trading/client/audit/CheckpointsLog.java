package trading.client.audit;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import trading.wire.proto.Checkpoint;

/** A stretch of one partition of the checkpoints topic, whole checkpoints at a time. For one thread. */
final class CheckpointsLog {

    private final Log records;
    private @Nullable Part next;

    private record Part(long offset, Checkpoint checkpoint) {}

    CheckpointsLog(Log records) {
        this.records = records;
        advance();
    }

    /** The next checkpoint, with what is there of it, {@code null} at the end. */
    @Nullable
    MarketCheckpoint next() {
        Part first = next;
        if (first == null) {
            return null;
        }
        List<Checkpoint> parts = new ArrayList<>();
        boolean isComplete = first.checkpoint().getPart() == 1;
        Part part = first;
        while (true) {
            parts.add(part.checkpoint());
            advance();
            if (part.checkpoint().getLast() || next == null
                    || next.checkpoint().getBatchNumber() != first.checkpoint().getBatchNumber()) {
                break;
            }
            isComplete &= next.checkpoint().getPart() == part.checkpoint().getPart() + 1;
            part = next;
        }
        return new MarketCheckpoint(first.offset(), parts, isComplete && part.checkpoint().getLast());
    }

    /** Passes over what no engine wrote. */
    private void advance() {
        next = null;
        while (next == null && records.hasNext()) {
            ConsumerRecord<byte[], byte[]> record = records.next();
            Checkpoint checkpoint = read(record);
            if (checkpoint != null && checkpoint.getPart() > 0 && checkpoint.getBatchNumber() > 0) {
                next = new Part(record.offset(), checkpoint);
            }
        }
    }

    private static @Nullable Checkpoint read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return Checkpoint.parseFrom(Log.value(record));
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
    }
}
