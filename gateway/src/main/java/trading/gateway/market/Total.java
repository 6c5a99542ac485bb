package trading.gateway.market;

import java.math.BigDecimal;
import java.math.BigInteger;
import trading.wire.Price;

/**
 * A sum of quantities, or of prices times quantities, exact in 192 bits: the dearest sale has 110 of them. Not safe for use
 * by threads at the same time.
 */
class Total {

    private static final int SHOWN_DECIMALS = 2;

    private long high;
    private long middle;
    private long low;

    void add(long value) {
        add(value >> (Long.SIZE - 1), value);
    }

    void addProduct(long price, long quantity) {
        add(Math.multiplyHigh(price, quantity), price * quantity);
    }

    private void add(long middlePart, long lowPart) {
        add(middlePart >> (Long.SIZE - 1), middlePart, lowPart);
    }

    void add(Total other) {
        add(other.high, other.middle, other.low);
    }

    private void add(long highPart, long middlePart, long lowPart) {
        long newLow = low + lowPart;
        long carry = Long.compareUnsigned(newLow, lowPart) < 0 ? 1 : 0;
        long partial = middle + middlePart;
        long newMiddle = partial + carry;
        long nextCarry = Long.compareUnsigned(partial, middlePart) < 0 || Long.compareUnsigned(newMiddle, partial) < 0
                ? 1
                : 0;
        high += highPart + nextCarry;
        middle = newMiddle;
        low = newLow;
    }

    private boolean isLong() {
        return middle == (low >> (Long.SIZE - 1)) && high == middle;
    }

    BigInteger value() {
        BigInteger lowest = new BigInteger(Long.toUnsignedString(low));
        BigInteger next = new BigInteger(Long.toUnsignedString(middle)).shiftLeft(Long.SIZE);
        return BigInteger.valueOf(high).shiftLeft(2 * Long.SIZE).add(next).add(lowest);
    }

    /** As a whole number. */
    String wholeText() {
        return isLong() ? Long.toString(low) : value().toString();
    }

    /** As a decimal, of a sum of ticks. */
    String priceText() {
        return isLong() ? Price.format(low) : decimal(new BigDecimal(value(), Price.DECIMALS));
    }

    /** A sum of money as {@link Price#format} writes prices. */
    static String decimal(BigDecimal money) {
        BigDecimal shortest = money.stripTrailingZeros();
        return (shortest.scale() < SHOWN_DECIMALS ? shortest.setScale(SHOWN_DECIMALS) : shortest).toPlainString();
    }
}
