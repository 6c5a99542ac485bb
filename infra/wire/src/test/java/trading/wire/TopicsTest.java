package trading.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicsTest {

    /** A product that moved to another partition would be traded by two engines. */
    @ParameterizedTest
    @CsvSource({"apple, 37", "APPLE, 32", "product-1, 27", "BTCUSD, 33", "_, 5"})
    void aProductStaysInItsPartition(String productId, int partition) {
        assertThat(Topics.partition(productId)).isEqualTo(partition);
    }
}
