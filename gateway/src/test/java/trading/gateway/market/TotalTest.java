package trading.gateway.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import trading.wire.Limits;

class TotalTest {

    @Test
    void isExactPast64And128Bits() {
        long seed = Long.getLong("trading.seed", System.nanoTime() % 1_000_000);
        Random random = new Random(seed);
        Total total = new Total();
        BigInteger expected = BigInteger.ZERO;
        for (int i = 0; i < 100_000; i++) {
            Total next = new Total();
            long price = random.nextLong() >> random.nextInt(64);
            long quantity = random.nextLong() >> random.nextInt(64);
            next.addProduct(price, quantity);
            next.add(-quantity);
            total.add(next);
            expected = expected.add(BigInteger.valueOf(price).multiply(BigInteger.valueOf(quantity)))
                    .subtract(BigInteger.valueOf(quantity));
            assertThat(total.value()).as("seed %d, step %d", seed, i).isEqualTo(expected);
        }
        for (int i = 0; i < 70; i++) {
            Total twice = new Total();
            twice.add(total);
            total.add(twice);
            expected = expected.shiftLeft(1);
            if (expected.bitLength() > 190) {
                break;
            }
            assertThat(total.value()).as("seed %d, doubled %d times", seed, i).isEqualTo(expected);
        }
    }

    @Test
    void isWrittenAsPricesAre() {
        Total total = new Total();
        assertThat(total.wholeText()).isEqualTo("0");
        assertThat(total.priceText()).isEqualTo("0.00");
        total.addProduct(12_000, 3);
        assertThat(total.priceText()).isEqualTo("3.60");
        for (int i = 0; i < 10; i++) {
            total.addProduct(Limits.MAX_PRICE, Limits.MAX_QUANTITY);
        }
        assertThat(total.priceText()).isEqualTo(new BigDecimal(Limits.MAX_PRICE).movePointLeft(4)
                .multiply(new BigDecimal(Limits.MAX_QUANTITY * 10)).add(new BigDecimal("3.6")).setScale(2)
                .toPlainString());
        assertThat(total.wholeText()).isEqualTo(total.value().toString());
    }
}
