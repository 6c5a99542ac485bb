package trading.gateway.recent;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Records under the ids of orders, in the order in which they came. Whoever adds them says when the oldest leave.
 *
 * <p>There are hundreds of thousands, and each lives for a minute: as objects in a map, they would be most of what the
 * garbage collector copies, and follows. So they lie one behind the other in pieces of memory, and a map of plain numbers knows
 * where the newest of each id is. Every record says where the one before it of the same id is.
 *
 * <p>A position is the number of bytes that ever came before. The map has ids by their hashes; if two share one, their
 * records share a chain, in which each knows its id.
 *
 * <p>Not safe for use by threads at the same time.
 */
public final class RecentRecords {

    /** No position. */
    public static final long NONE = -1;

    /** The longest record. */
    public static final int MAX_BYTES = 16 * 1024;

    /** What a record takes beside its own bytes: id, position of the one before, length. */
    private static final int HEAD_BYTES = 2 * Long.BYTES + Long.BYTES + Integer.BYTES;
    private static final int ID_LOW = Long.BYTES;
    private static final int BEFORE = 2 * Long.BYTES;
    private static final int LENGTH = 3 * Long.BYTES;

    /** An entry of the map, which is between a third and two thirds full. */
    private static final int ID_BYTES = 32;
    private static final int PIECE_BYTES = 512 * 1024;
    /** Where a piece says how far it is filled, once the next has begun. */
    private static final int FILLED = PIECE_BYTES - Integer.BYTES;

    private final Long2LongHashMap newest = new Long2LongHashMap(NONE);
    private final Long2ObjectHashMap<ByteBuffer> pieces = new Long2ObjectHashMap<>();
    private @Nullable ByteBuffer spare;
    private long oldest;
    private long end;
    private long last = NONE;
    private int size;

    /** Clients may choose ids, but not so that many of them meet at one place. */
    private final long seed = ThreadLocalRandom.current().nextLong();

    /**
     * Adds a record.
     *
     * @param bytes its length, at most {@link #MAX_BYTES}
     * @return its bytes, to be written before anything else is asked of these records
     */
    public ByteBuffer add(UUID id, int bytes) {
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException("a record of " + bytes + " bytes");
        }
        ByteBuffer piece = pieceFor(HEAD_BYTES + bytes);
        int at = offset(end);
        piece.putLong(at, id.getMostSignificantBits());
        piece.putLong(at + ID_LOW, id.getLeastSignificantBits());
        piece.putLong(at + BEFORE, newest.put(hash(id), end));
        piece.putInt(at + LENGTH, bytes);
        last = end;
        end += HEAD_BYTES + bytes;
        size++;
        return piece.slice(at + HEAD_BYTES, bytes);
    }

    /** The piece in which so many bytes can be written at the end. */
    private ByteBuffer pieceFor(int bytes) {
        ByteBuffer last = pieces.get(number(end));
        if (last != null && offset(end) + bytes <= FILLED) {
            return last;
        }
        if (last != null) {
            last.putInt(FILLED, offset(end));
            boolean wasEmpty = size == 0;
            end = PIECE_BYTES * (number(end) + 1);
            if (wasEmpty) {
                leavePiece();
            }
        }
        ByteBuffer next = spare == null ? ByteBuffer.allocate(PIECE_BYTES) : spare;
        spare = null;
        pieces.put(number(end), next);
        return next;
    }

    private void leavePiece() {
        spare = pieces.remove(number(oldest));
        oldest = PIECE_BYTES * (number(oldest) + 1);
    }

    /** Where the record is that was added last, whether or not it still is; {@link #NONE} before the first. */
    public long last() {
        return last;
    }

    /** Where the newest record of an id is, else {@link #NONE}. */
    public long newest(UUID id) {
        return find(newest.get(hash(id)), id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    /** Where the record is that came before this one of the same id, else {@link #NONE}. */
    public long before(long position) {
        ByteBuffer piece = piece(position);
        int at = offset(position);
        return find(piece.getLong(at + BEFORE), piece.getLong(at), piece.getLong(at + ID_LOW));
    }

    private long find(long from, long idHigh, long idLow) {
        long position = from;
        while (isHere(position)) {
            ByteBuffer piece = piece(position);
            int at = offset(position);
            if (piece.getLong(at + ID_LOW) == idLow && piece.getLong(at) == idHigh) {
                return position;
            }
            position = piece.getLong(at + BEFORE);
        }
        return NONE;
    }

    /** Whether a record that was once here still is. */
    public boolean isHere(long position) {
        return position >= oldest && size > 0;
    }

    /** The bytes of a record; they change when others are added or removed. */
    public ByteBuffer at(long position) {
        ByteBuffer piece = piece(position);
        int at = offset(position);
        return piece.slice(at + HEAD_BYTES, piece.getInt(at + LENGTH));
    }

    /** The id of a record. */
    public UUID id(long position) {
        ByteBuffer piece = piece(position);
        int at = offset(position);
        return new UUID(piece.getLong(at), piece.getLong(at + ID_LOW));
    }

    /** Forgets an id, whose records keep their places until they are the oldest. */
    public void forget(UUID id) {
        newest.remove(hash(id));
    }

    /** Behind the newest record; the next one lies there, or at the beginning of the next piece. */
    public long end() {
        return end;
    }

    /** Where the oldest record is; there must be one. */
    public long oldest() {
        return oldest;
    }

    /** Where the record is that came after this one, of whatever id, else {@link #NONE}. */
    public long after(long position) {
        long next = behind(position);
        if (next == end) {
            return NONE;
        }
        return isEndOfPiece(next) ? PIECE_BYTES * (number(next) + 1) : next;
    }

    private long behind(long position) {
        return position + HEAD_BYTES + piece(position).getInt(offset(position) + LENGTH);
    }

    /** Whether the record before this position is the last one of its piece. */
    private boolean isEndOfPiece(long position) {
        return number(position) < number(end) && offset(position) == piece(position).getInt(FILLED);
    }

    /** Removes the oldest record; there must be one. */
    public void removeOldest() {
        UUID id = id(oldest);
        long hash = hash(id);
        if (newest.get(hash) == oldest) {
            newest.remove(hash);
        }
        size--;
        oldest = behind(oldest);
        if (isEndOfPiece(oldest)) {
            leavePiece();
        }
    }

    /** Ids with records. */
    public int ids() {
        return newest.size();
    }

    /** Records, those of forgotten ids among them. */
    public int size() {
        return size;
    }

    /** Memory that is taken, roughly. */
    public long bytes() {
        return end - oldest + (long) ID_BYTES * newest.size();
    }

    private ByteBuffer piece(long position) {
        return pieces.get(number(position));
    }

    private static long number(long position) {
        return position / PIECE_BYTES;
    }

    private static int offset(long position) {
        return (int) (position % PIECE_BYTES);
    }

    private long hash(UUID id) {
        return mixed(mixed(id.getMostSignificantBits() ^ seed) ^ id.getLeastSignificantBits());
    }

    /** The finalizer of SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014. */
    private static long mixed(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d0_49bb_1331_11ebL;
        return mixed ^ (mixed >>> 31);
    }
}
