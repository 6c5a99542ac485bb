package trading.client.audit;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A stretch of one partition of a topic, its committed records in their order. For one thread. */
interface Log extends Iterator<ConsumerRecord<byte[], byte[]>>, AutoCloseable {

    /** A stretch without records. */
    Log EMPTY = new Log() {

        @Override
        public boolean hasNext() {
            return false;
        }

        @Override
        public ConsumerRecord<byte[], byte[]> next() {
            throw new NoSuchElementException();
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    };

    @Override
    void close();

    /** The record's bytes, none when it has no value. */
    static byte[] value(ConsumerRecord<byte[], byte[]> record) {
        byte[] value = record.value();
        return value == null ? new byte[0] : value;
    }
}
