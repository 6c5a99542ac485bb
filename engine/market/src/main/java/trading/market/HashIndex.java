package trading.market;

import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Finds numbers by the hashes of the ids that they stand for. Whoever uses it keeps the ids, and compares them where
 * hashes are equal; that is rare, so what is not there is told without looking at any id.
 *
 * <p>Open addressing with linear probing, at most four fifths full; leaving moves later entries up, so no markers stay behind.
 * An entry is a hash and a number in one {@code long}: 10 to 20 bytes for each, in one place in memory.
 *
 * <p>Not safe for use by several threads.
 */
final class HashIndex {

    /** No entry. */
    static final int NONE = -1;

    private static final int SMALLEST = 16;
    private static final long FREE = 0;

    /** Clients choose what their ids are made of: nobody shall choose ids that meet in one place. */
    private static final long SEED = new SplittableRandom().nextLong();

    private long[] entries = new long[SMALLEST];
    private int size;

    /** Keeps the reading from being left out. */
    @SuppressWarnings("unused")
    private long fetched;

    /** Never 0, spread over all bits, and another one in each process. */
    static int hash(UUID id) {
        long both = id.getMostSignificantBits() * 31 + id.getLeastSignificantBits();
        long mixed = (both ^ SEED) * 0x9e37_79b9_7f4a_7c15L;
        int hash = (int) (mixed >>> Integer.SIZE);
        return hash == 0 ? 1 : hash;
    }

    /**
     * Reads where the entries of a hash begin. Nothing depends on what it finds, so that the processor waits for the memory
     * of many hashes at once when they are fetched one right after the other, and else for each by itself.
     */
    void fetch(int hash) {
        fetched = entries[home(hash)];
    }

    /** The first entry of a hash, else {@link #NONE}. */
    int first(int hash) {
        return find(hash, home(hash));
    }

    /** The next entry of the same hash, else {@link #NONE}. */
    int next(int entry) {
        return find(hashOf(entries[entry]), after(entry));
    }

    /** The number of an entry. */
    int number(int entry) {
        return numberOf(entries[entry]);
    }

    void add(int hash, int number) {
        if (5 * size >= 4 * entries.length) {
            resize(2 * entries.length);
        }
        size++;
        put(entry(hash, number));
    }

    /** Removes what was added. */
    void remove(int hash, int number) {
        closeHole(place(entry(hash, number)));
        size--;
        if (8 * size < entries.length && entries.length > SMALLEST) {
            resize(entries.length / 2);
        }
    }

    /** What was added goes by another number from now on. */
    void renumber(int hash, int from, int to) {
        entries[place(entry(hash, from))] = entry(hash, to);
    }

    int size() {
        return size;
    }

    private int find(int hash, int from) {
        int index = from;
        while (entries[index] != FREE) {
            if (hashOf(entries[index]) == hash) {
                return index;
            }
            index = after(index);
        }
        return NONE;
    }

    /** Where an entry is that is there. */
    private int place(long entry) {
        int index = home(hashOf(entry));
        while (entries[index] != entry) {
            index = after(index);
        }
        return index;
    }

    private void put(long entry) {
        int index = home(hashOf(entry));
        while (entries[index] != FREE) {
            index = after(index);
        }
        entries[index] = entry;
    }

    /** Moves up what could not stand nearer to its home because the place was taken. */
    private void closeHole(int at) {
        int hole = at;
        for (int index = after(hole); entries[index] != FREE; index = after(index)) {
            int fromHome = distance(home(hashOf(entries[index])), index);
            if (fromHome >= distance(hole, index)) {
                entries[hole] = entries[index];
                hole = index;
            }
        }
        entries[hole] = FREE;
    }

    private void resize(int capacity) {
        long[] old = entries;
        entries = new long[capacity];
        for (long entry : old) {
            if (entry != FREE) {
                put(entry);
            }
        }
    }

    private int home(int hash) {
        return hash & (entries.length - 1);
    }

    private int after(int index) {
        return (index + 1) & (entries.length - 1);
    }

    private int distance(int from, int to) {
        return (to - from) & (entries.length - 1);
    }

    private static long entry(int hash, int number) {
        return (long) hash << Integer.SIZE | Integer.toUnsignedLong(number);
    }

    private static int hashOf(long entry) {
        return (int) (entry >>> Integer.SIZE);
    }

    private static int numberOf(long entry) {
        return (int) entry;
    }
}
