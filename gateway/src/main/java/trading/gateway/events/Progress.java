package trading.gateway.events;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import trading.wire.InvalidField;
import trading.wire.Topics;

/**
 * How far a client has been told, in every partition of the results topic, so that any gateway can go on from there. As text,
 * the id of an event: about 250 characters. Not safe for use by threads at the same time.
 */
final class Progress {

    private static final String FIELD = "Last-Event-ID";
    private static final String EXPECTED = "the id of an event, as a stream gave it";
    private static final int OFFSET_BYTES = 9;
    private static final int TOLD_BYTES = 6;
    private static final int LONGEST_BYTES = Topics.PARTITIONS * (OFFSET_BYTES + TOLD_BYTES);
    private static final int LONGEST_TEXT = 4 * LONGEST_BYTES / 3;

    /** Of each partition, the first record that is not told of, or not wholly. */
    private final long[] next;
    /** How many of the user's events in that record were told. */
    private final int[] told;

    private Progress(long[] next, int[] told) {
        this.next = next;
        this.told = told;
    }

    /** Everything before these records of the partitions. */
    static Progress before(long[] next) {
        return new Progress(next.clone(), new int[Topics.PARTITIONS]);
    }

    Progress copy() {
        return new Progress(next.clone(), told.clone());
    }

    /** The first record of a partition that is not wholly told of. */
    long next(int partition) {
        return next[partition];
    }

    /** How many of the user's events in this record were told. */
    int told(int partition, long offset) {
        return offset == next[partition] ? told[partition] : 0;
    }

    /** Goes to a record of which so many events are told, forward or back. */
    void set(int partition, long offset, int eventsTold) {
        next[partition] = offset;
        told[partition] = eventsTold;
    }

    /** Goes on to these records where it is not there yet. */
    void goOnTo(Progress positions) {
        for (int i = 0; i < next.length; i++) {
            if (next[i] < positions.next[i]) {
                set(i, positions.next[i], 0);
            }
        }
    }

    /**
     * Reads the id of an event.
     *
     * @throws InvalidField for what no gateway made
     */
    static Progress parse(String text) {
        try {
            if (text.length() <= LONGEST_TEXT) {
                return read(ByteBuffer.wrap(Base64.getUrlDecoder().decode(text)));
            }
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            throw new InvalidField(FIELD, text, EXPECTED);
        }
        throw new InvalidField(FIELD, text, EXPECTED);
    }

    private static Progress read(ByteBuffer bytes) {
        Progress progress = before(new long[Topics.PARTITIONS]);
        for (int i = 0; i < Topics.PARTITIONS; i++) {
            progress.next[i] = number(bytes, OFFSET_BYTES);
        }
        int last = -1;
        while (bytes.hasRemaining()) {
            int partition = bytes.get();
            long events = number(bytes, TOLD_BYTES - 1);
            if (partition <= last || partition >= Topics.PARTITIONS || events < 1 || events > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("no partition, or no number of events");
            }
            progress.told[partition] = (int) events;
            last = partition;
        }
        return progress;
    }

    private static long number(ByteBuffer bytes, int most) {
        long number = 0;
        for (int shift = 0; shift < 7 * most; shift += 7) {
            byte each = bytes.get();
            number |= (each & 0x7fL) << shift;
            if (each >= 0) {
                return number;
            }
        }
        throw new IllegalArgumentException("a number is too long");
    }

    private static void write(ByteBuffer bytes, long number) {
        long rest = number;
        while (rest > 0x7f) {
            bytes.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        bytes.put((byte) rest);
    }

    /** The offsets by partition, and behind them those partitions of which a record is told of in part, each with how much. */
    @Override
    public String toString() {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST_BYTES);
        for (long each : next) {
            write(bytes, each);
        }
        for (int i = 0; i < told.length; i++) {
            if (told[i] > 0) {
                bytes.put((byte) i);
                write(bytes, told[i]);
            }
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(bytes.array(), bytes.position()));
    }
}
