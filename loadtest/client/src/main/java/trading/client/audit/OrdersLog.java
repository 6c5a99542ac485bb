package trading.client.audit;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import trading.codec.Commands;
import trading.codec.UnreadableCommand;
import trading.market.Command;

/** A stretch of one partition of the orders log, read once, batch by batch. For one thread. */
final class OrdersLog {

    private final int partition;
    private final Log records;
    private final Listener listener;
    private @Nullable ConsumerRecord<byte[], byte[]> next;

    /** Takes every record as it is read. */
    interface Listener {

        /** A record that an engine can read. */
        void command(Command command);

        /** A record that an engine must send to the dead letters. */
        void unreadable(ConsumerRecord<byte[], byte[]> record);
    }

    OrdersLog(int partition, Log records, Listener listener) {
        this.partition = partition;
        this.records = records;
        this.listener = listener;
        advance();
    }

    /**
     * The commands up to an offset. Records that are no commands are left out, as an engine leaves them out.
     *
     * @param lastOffset the last one
     */
    List<Command> through(long lastOffset) {
        List<Command> commands = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record = next; record != null
                && record.offset() <= lastOffset; record = next) {
            try {
                Command command = Commands.read(partition, record.offset(), record.timestamp(), Log.value(record));
                commands.add(command);
                listener.command(command);
            } catch (UnreadableCommand e) {
                listener.unreadable(record);
            }
            advance();
        }
        return commands;
    }

    /** The next record, {@code null} at the end. */
    @Nullable
    ConsumerRecord<byte[], byte[]> next() {
        return next;
    }

    private void advance() {
        next = records.hasNext() ? records.next() : null;
    }
}
