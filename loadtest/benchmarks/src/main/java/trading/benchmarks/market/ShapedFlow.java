package trading.benchmarks.market;

import java.util.SplittableRandom;
import trading.market.PlaceOrder;
import trading.market.Side;

/**
 * Orders of one product, for a book that keeps its shape. Each block brings
 *
 * <ul>
 * <li>40 patient orders, which nobody ever reaches: they wait until they are withdrawn;
 * <li>30 orders at the front, half of them buyers: they wait in line until their turn comes, blocks later;
 * <li>30 takers, who are filled at once from the front: buyers at any price, sellers who ask for what all buyers at the
 * front pay. They take just as much as the block brought to the front.
 * </ul>
 *
 * <p>Since the takers come last in a block, and those at the front stand in line so that the earliest is the best, a market
 * that serves the first comer and a book that serves the best price trade the same quantity, however many orders go into
 * a batch.
 *
 * <table>
 * <caption>Shapes</caption>
 * <tr><td>deep</td><td>10 prices of patient buyers, 10 of patient sellers, one for each front</td></tr>
 * <tr><td>flat</td><td>a million prices on each side; to the front come higher asks and lower bids with each block, so that
 * what is older is better</td></tr>
 * <tr><td>adversarial</td><td>patient buyers only, each of whom bids a tick more than the one before, and too little; the few
 * who pay what sellers ask come last</td></tr>
 * </table>
 */
final class ShapedFlow {

    private static final long SEED = 20_140_101;
    private static final int BLOCKS = 2_000;
    private static final int PATIENT = 40;
    private static final int FRONT = OrderFlow.FIRST_TAKER - PATIENT;
    private static final int FRONT_OF_SIDE = FRONT / 2;
    private static final int MAX_QUANTITY = 10;
    private static final int USERS = 1_000;

    /** Enough at each front that takers never find it empty. */
    private static final int MIN_FRONT = 10 * FRONT_OF_SIDE;

    /** One open order in so many stands at the one front, one at the other. */
    private static final int FRONT_ONE_IN = 8;

    /** Between the fronts, far from both ends of what a price can be. */
    private static final long MIDDLE = 1_000_000_000_000L;

    private static final int DEEP_PRICES = 10;
    private static final int FLAT_PRICES = 1_000_000;
    private static final int FLAT_FRONT_PRICES = 40;
    private static final int FLAT_DRIFT = 4;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Tape tape = new Tape(BLOCKS, OrderFlow.BLOCK);
    private final boolean hasPatientSellers;

    /** Of each front. */
    private final int frontPrices;

    /** Ticks by which the fronts go apart with each block. */
    private final int drift;

    private final int patientPrices;

    /** From the farthest price of a front of now to the nearest price of a patient order of now. */
    private final long gap;

    private ShapedFlow(boolean hasPatientSellers, int frontPrices, int drift, int patientPrices, long lifetimeBlocks) {
        this.hasPatientSellers = hasPatientSellers;
        this.frontPrices = frontPrices;
        this.drift = drift;
        this.patientPrices = patientPrices;
        // Else the fronts of later blocks would come to where patient orders wait.
        this.gap = drift * (lifetimeBlocks + 1) + frontPrices;
    }

    static OrderFlow of(String shape, int open) {
        int front = shape.equals("adversarial") ? MIN_FRONT : Math.max(MIN_FRONT, open / FRONT_ONE_IN);
        int lifetimeBlocks = (open - 2 * front) / PATIENT;
        ShapedFlow flow = switch (shape) {
            case "deep" -> new ShapedFlow(true, 1, 0, DEEP_PRICES, lifetimeBlocks);
            case "flat" -> new ShapedFlow(true, FLAT_FRONT_PRICES, FLAT_DRIFT, FLAT_PRICES, lifetimeBlocks);
            case "adversarial" -> new ShapedFlow(false, 1, 0, 0, lifetimeBlocks);
            default -> throw new IllegalArgumentException(
                    "shape: " + shape + " (expected: deep, flat or adversarial)");
        };
        flow.draw();
        int firstFrontBlock = lifetimeBlocks - front / FRONT_OF_SIDE;
        return new OrderFlow(lifetimeBlocks, block -> block < firstFrontBlock ? PATIENT : OrderFlow.FIRST_TAKER,
                flow.tape, lifetimeBlocks, 1);
    }

    private void draw() {
        for (int block = 0; block < BLOCKS; block++) {
            for (int i = 0; i < PATIENT; i++) {
                patient(i);
            }
            int[] quantities = new int[FRONT];
            for (int i = 0; i < FRONT; i++) {
                quantities[i] = random.nextInt(1, MAX_QUANTITY + 1);
                front(i % 2 == 0 ? Side.SELL : Side.BUY, quantities[i]);
            }
            // Buyers take what sellers brought, sellers what buyers did, in another order.
            int shift = 2 * random.nextInt(FRONT_OF_SIDE);
            for (int i = 0; i < FRONT; i++) {
                taker(i % 2 == 0 ? Side.BUY : Side.SELL, quantities[(i + shift) % FRONT]);
            }
        }
    }

    private void patient(int place) {
        int quantity = random.nextInt(1, MAX_QUANTITY + 1);
        if (!hasPatientSellers) {
            add(Side.BUY, quantity, 1 + place, PATIENT);
        } else if (place % 2 == 0) {
            add(Side.SELL, quantity, MIDDLE + frontPrices + gap + random.nextInt(patientPrices), drift);
        } else {
            add(Side.BUY, quantity, MIDDLE - frontPrices - gap - random.nextInt(patientPrices), -drift);
        }
    }

    private void front(Side side, int quantity) {
        int away = random.nextInt(frontPrices);
        switch (side) {
            case SELL -> add(side, quantity, MIDDLE + 1 + away, drift);
            case BUY -> add(side, quantity, MIDDLE - away, -drift);
        }
    }

    private void taker(Side side, int quantity) {
        switch (side) {
            case BUY -> add(side, quantity, PlaceOrder.ANY_PRICE, 0);
            case SELL -> add(side, quantity, MIDDLE + 1 - frontPrices, -drift);
        }
    }

    private void add(Side side, int quantity, long price, int drift) {
        tape.add(side, 0, random.nextInt(USERS), quantity, price, drift);
    }
}
