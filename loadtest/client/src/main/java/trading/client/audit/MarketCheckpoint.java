package trading.client.audit;

import java.util.List;
import trading.client.audit.BatchSequence.Position;
import trading.wire.proto.Checkpoint;

/**
 * Where a partition's market stood after a batch, as an engine published it.
 *
 * @param offset of the first part
 * @param isComplete whether all parts are there
 */
record MarketCheckpoint(long offset, List<Checkpoint> parts, boolean isComplete) {

    /** The batch. */
    Position position() {
        Checkpoint head = parts.getFirst();
        return new Position(head.getBatchNumber(), head.getLastOffset(), head.getNow());
    }

    /** Whether its beginning is there. */
    boolean hasFirstPart() {
        return parts.getFirst().getPart() == 1;
    }

    /** Names it. */
    String name() {
        return "checkpoint after batch " + position().number();
    }
}
