package trading.benchmarks.market;

import java.util.function.LongToIntFunction;

/**
 * Orders without end, in blocks. The first blocks only fill the books; from then on as many orders come as leave: by trades,
 * and because what grew older than the lifetime is withdrawn at the beginning of each block.
 *
 * @param fillingBlocks how many blocks fill the books
 * @param fillingSizes how many orders each of these blocks brings
 * @param tape the orders: {@link #BLOCK} for each block, of which those that fill the books bring the first ones
 * @param lifetimeBlocks for how many blocks behind its own an order stays, if nobody takes it
 * @param products how many books there are
 */
record OrderFlow(long fillingBlocks, LongToIntFunction fillingSizes, Tape tape, long lifetimeBlocks,
        int products) {

    /** Orders of a block. */
    static final int BLOCK = 100;

    /** Orders before this place of a block only wait, and orders from it on are filled at once, by whatever rules. */
    static final int FIRST_TAKER = 70;

    /**
     * The orders for books of a shape.
     *
     * @param shape {@code deep}, {@code flat} or {@code adversarial}
     * @param open about how many orders are to be open
     */
    static OrderFlow of(String shape, int open) {
        return ShapedFlow.of(shape, open);
    }

    /** How many orders a block brings. */
    int size(long block) {
        return block < fillingBlocks ? fillingSizes.applyAsInt(block) : BLOCK;
    }

    /** How much is traded in a block. */
    long takenQuantity(long block) {
        int start = tape.start(block);
        long quantity = 0;
        for (int i = start + FIRST_TAKER; i < start + BLOCK; i++) {
            quantity += tape.quantity(i);
        }
        return quantity;
    }
}
