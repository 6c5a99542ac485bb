package trading.benchmarks.market;

import java.util.function.LongToIntFunction;

/**
 * Orders without end, in blocks. The first blocks only fill the books; from then on as many orders come as leave: by trades,
 * and because what grew older than the lifetime is withdrawn at the beginning of each block.
 *
 * @param filling orders of the blocks that fill the books
 * @param fillingBlocks how many of these blocks there are
 * @param fillingSizes how many orders each of these blocks brings
 * @param trading orders of all blocks behind them, {@link #BLOCK} in each
 * @param lifetimeBlocks for how many blocks behind its own an order stays, if nobody takes it
 * @param products how many books there are
 * @param isExact whether all that is ever traded are the last orders of each block, whole, by whatever rules
 */
record OrderFlow(Tape filling, long fillingBlocks, LongToIntFunction fillingSizes, Tape trading, long lifetimeBlocks,
        int products, boolean isExact) {

    /** Orders of a block. */
    static final int BLOCK = 100;

    /** In an exact flow, orders before this place of a block only wait, and orders from it on are filled at once. */
    static final int FIRST_TAKER = 70;

    /**
     * The orders for books of a shape.
     *
     * @param shape {@code deep}, {@code flat}, {@code adversarial} or {@code demo}
     * @param open about how many orders are to be open
     */
    static OrderFlow of(String shape, int open) {
        return shape.equals("demo") ? DemoFlow.of(open) : ShapedFlow.of(shape, open);
    }

    Tape tape(long block) {
        return block < fillingBlocks ? filling : trading;
    }

    /** How many orders a block brings. */
    int size(long block) {
        return block < fillingBlocks ? fillingSizes.applyAsInt(block) : BLOCK;
    }

    /** How much is traded in a block of an exact flow. */
    long takenQuantity(long block) {
        int start = trading.start(block);
        long quantity = 0;
        for (int i = start + FIRST_TAKER; i < start + BLOCK; i++) {
            quantity += trading.quantity(i);
        }
        return quantity;
    }
}
