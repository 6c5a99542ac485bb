package trading.gateway.results;

import java.util.ArrayDeque;
import trading.wire.proto.Batch;

/**
 * How much is known of one partition: the batch that was read last, and since when nothing is missing. Not safe for use
 * by threads at the same time.
 */
final class PartitionResults {

    private static final int MAX_GAPS = 64;

    /** Nothing is known until a batch says what time it is. */
    private boolean listening;
    private long knownSinceMillis;
    /** Orders that came later are all here, unless they were missed. */
    private long letGoMillis = Long.MIN_VALUE;

    private long lastFirstOffset = -1;
    private long lastLastOffset;
    private long lastNow;
    private int lastPart;
    private int lastParts;
    private long lastNumber;
    private long toldMillis = Long.MIN_VALUE;
    private long tornOffBefore;
    /** The newest {@value #MAX_GAPS}; what fills an older one is taken for a repeat. */
    private final ArrayDeque<Gap> gaps = new ArrayDeque<>(1);

    /** Where a batch, or part of one, stands among all that its partition has. */
    private record Place(long number, int part) implements Comparable<Place> {

        static Place of(Batch batch) {
            return new Place(batch.getNumber(), batch.getPart());
        }

        @Override
        public int compareTo(Place other) {
            return number != other.number ? Long.compare(number, other.number) : Integer.compare(part, other.part);
        }
    }

    /** What lies between two places has not come. */
    private record Gap(Place begins, Place ends) {

        boolean holds(Place place) {
            return place.compareTo(begins) > 0 && place.compareTo(ends) < 0;
        }
    }

    /** Nothing was told before what comes next. */
    void allIsKnown() {
        listening = true;
        knownSinceMillis = Long.MIN_VALUE;
    }

    /**
     * Something was told that is not known.
     *
     * @param position where the next record will be; of orders that were told of before it, part may be missing
     */
    void missed(long position) {
        listening = false;
        tornOffBefore = position;
    }

    /** An order of which a record before this position tells first may lack some that followed, and is not told of. */
    long tornOffBefore() {
        return tornOffBefore;
    }

    /**
     * An order is no longer here.
     *
     * @param firstBatchMillis when it was told of first
     * @param isOpen whether it may still trade
     */
    void letGo(long firstBatchMillis, boolean isOpen) {
        letGoMillis = Math.max(letGoMillis, firstBatchMillis);
        if (isOpen) {
            knownSinceMillis = Math.max(knownSinceMillis, firstBatchMillis);
        }
    }

    /** Whether all that was told of orders that came after this moment is here. */
    boolean knowsAllSince(long millis) {
        return listening && millis > knownSinceMillis && millis > letGoMillis;
    }

    /**
     * Whether a batch, or part of one, comes right after the one before, as far as they say. A persister that Kafka refused one of
     * several may have told of those behind it, and tells of all of them once more.
     */
    boolean follows(Batch batch) {
        if (lastNumber == 0 || batch.getNumber() == 0) {
            return true;
        }
        return batch.getNumber() == lastNumber
                ? batch.getPart() == lastPart + 1
                : batch.getNumber() == lastNumber + 1 && batch.getPart() == 1 && lastPart == lastParts;
    }

    /**
     * What comes next follows, but not right after the one before.
     *
     * @param position where it will be; of orders that were told of before it, part may be missing
     */
    void skippedTo(Batch batch, long position) {
        missed(position);
        if (gaps.size() == MAX_GAPS) {
            gaps.removeFirst();
        }
        gaps.add(new Gap(new Place(lastNumber, lastPart), Place.of(batch)));
    }

    /** Whether a batch, or part of one, that is no news was skipped, and has not come since. */
    boolean fillsGap(Batch batch) {
        Place place = Place.of(batch);
        for (Gap gap : gaps) {
            if (gap.holds(place)) {
                gaps.remove(gap);
                gaps.add(new Gap(place, gap.ends()));
                return true;
            }
        }
        return false;
    }

    /** Whether a batch, or part of one, comes later than all that came. */
    boolean isNews(Batch batch) {
        int order = Long.compare(batch.getFirstOffset(), lastFirstOffset);
        // Batches without commands lie before the one with commands that begins at the same offset.
        order = order != 0 ? order : Long.compare(batch.getLastOffset(), lastLastOffset);
        order = order != 0 ? order : Long.compare(batch.getNow(), lastNow);
        order = order != 0 ? order : Integer.compare(batch.getPart(), lastPart);
        return order > 0;
    }

    /** Moves on to a batch, or part of one, that is news. */
    void moveTo(Batch batch) {
        lastFirstOffset = batch.getFirstOffset();
        lastLastOffset = batch.getLastOffset();
        lastNow = batch.getNow();
        lastPart = batch.getPart();
        lastParts = batch.getParts();
        lastNumber = batch.getNumber();
        toldMillis = batch.getPart() < batch.getParts() ? batch.getNow() - 1 : batch.getNow();
        if (!listening) {
            listening = true;
            knownSinceMillis = batch.getNow();
        }
    }

    /** The moment up to which the results have come. */
    long toldMillis() {
        return toldMillis;
    }

    /**
     * Whether every order that this batch can tell of came after the moment since which all is known: the batch's orders
     * are no older than its timeout, or than it says, and the batches before that moment hold none that came after it.
     */
    boolean knowsAllOrdersOf(Batch batch) {
        boolean isOldestKnown = batch.getOldestAcceptedAt() == 0 || batch.getOldestAcceptedAt() > knownSinceMillis;
        return isOldestKnown && batch.getNow() - batch.getTimeoutMillis() > knownSinceMillis;
    }
}
