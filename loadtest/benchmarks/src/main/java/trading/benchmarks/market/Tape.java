package trading.benchmarks.market;

import trading.market.Side;

/**
 * Orders in a row, drawn before anything is measured; blocks of them come again and again. Lies in arrays, so that reading an
 * order costs little beside trading it.
 *
 * <p>Prices may drift: by so many ticks with every block.
 */
final class Tape {

    private final int blockSize;
    private final boolean[] buys;
    private final short[] products;
    private final short[] users;
    private final int[] quantities;
    private final long[] prices;
    private final int[] drifts;
    private int size;

    Tape(int blocks, int blockSize) {
        int capacity = blocks * blockSize;
        this.blockSize = blockSize;
        this.buys = new boolean[capacity];
        this.products = new short[capacity];
        this.users = new short[capacity];
        this.quantities = new int[capacity];
        this.prices = new long[capacity];
        this.drifts = new int[capacity];
    }

    void add(Side side, int product, int user, int quantity, long price, int drift) {
        buys[size] = side == Side.BUY;
        products[size] = (short) product;
        users[size] = (short) user;
        quantities[size] = quantity;
        prices[size] = price;
        drifts[size] = drift;
        size++;
    }

    int size() {
        return size;
    }

    /** Where the orders of a block begin. The tape must be full. */
    int start(long block) {
        return (int) (block % (size / blockSize)) * blockSize;
    }

    boolean buys(int index) {
        return buys[index];
    }

    int product(int index) {
        return products[index];
    }

    int user(int index) {
        return users[index];
    }

    int quantity(int index) {
        return quantities[index];
    }

    long price(int index, long block) {
        return prices[index] + drifts[index] * block;
    }
}
