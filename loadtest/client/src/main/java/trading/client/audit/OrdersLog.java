package trading.client.audit;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import trading.codec.Commands;
import trading.codec.UnreadableCommand;
import trading.market.Command;

/** One partition of the orders log, read once from its beginning, batch by batch. For one thread. */
final class OrdersLog {

    private static final byte[] NOTHING = {};

    private final int partition;
    private final Iterator<ConsumerRecord<byte[], byte[]>> records;
    private @Nullable ConsumerRecord<byte[], byte[]> next;
    private long unreadable;

    OrdersLog(int partition, Iterator<ConsumerRecord<byte[], byte[]>> records) {
        this.partition = partition;
        this.records = records;
        advance();
    }

    /**
     * The commands of the next batch. Records that are no commands are left out, as an engine leaves them out.
     *
     * @param lastOffset of the batch
     */
    List<Command> through(long lastOffset) {
        List<Command> commands = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record = next; record != null
                && record.offset() <= lastOffset; record = next) {
            try {
                commands.add(
                        Commands.read(partition, record.offset(), record.timestamp(), value(record)));
            } catch (UnreadableCommand e) {
                unreadable++;
            }
            advance();
        }
        return commands;
    }

    /** Offset of the next record, {@code null} at the end. */
    @Nullable
    Long nextOffset() {
        return next == null ? null : next.offset();
    }

    /** Records so far that were no commands. */
    long unreadable() {
        return unreadable;
    }

    private static byte[] value(ConsumerRecord<byte[], byte[]> record) {
        byte[] value = record.value();
        return value == null ? NOTHING : value;
    }

    private void advance() {
        next = records.hasNext() ? records.next() : null;
    }
}
