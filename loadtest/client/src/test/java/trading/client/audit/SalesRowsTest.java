package trading.client.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import trading.client.audit.SalesRows.RowComparison;
import trading.market.Sale;

class SalesRowsTest {

    private static final UUID PURCHASE = UUID.fromString("01998877-6655-7007-8000-000000000001");
    private static final UUID SALES = UUID.fromString("01998877-6655-7007-8000-000000000002");

    private final Differences differences = new Differences(100);

    @Test
    void aSaleBecomesItsRow() {
        SalesRow row = row(1);

        assertThat(row.PRICE()).isEqualTo(new BigDecimal("1.2000"));
        assertThat(row.TRADED_AT()).isEqualTo("2015-05-01T00:00:00.123");
        assertThat(row.PO_ID()).isEqualTo(PURCHASE.toString());
    }

    @Test
    void equalRowsHaveNoDifference() {
        compare(List.of(row(1), row(2)), List.of(row(1), row(2)));

        assertThat(differences.first()).isEmpty();
    }

    @Test
    void missingAndAdditionalRowsAreNamed() {
        compare(List.of(row(2), row(4)), List.of(row(1), row(2), row(3)));

        assertThat(differences.first()).hasSize(3);
        assertThat(differences.first().get(0)).startsWith("SALES, apple, trade 1: no row");
        assertThat(differences.first().get(1)).startsWith("SALES, apple, trade 3: no row");
        assertThat(differences.first().get(2)).isEqualTo("SALES, apple, trade 4: a row (expected: none)");
    }

    @Test
    void everyFieldThatDiffersIsNamed() {
        SalesRow other = SalesRow.of(
                new Sale("apple", 1, PURCHASE, SALES, "bob", "sam", 12_001, 3, 7, 0), 1_430_438_400_123L);

        compare(List.of(other), List.of(row(1)));

        assertThat(differences.first()).containsExactly(
                "SALES, apple, trade 1, SELLER_NAME: sam (expected: sue)",
                "SALES, apple, trade 1, PRICE: 1.2001 (expected: 1.2000)");
    }

    private void compare(List<SalesRow> rows, List<SalesRow> expected) {
        RowComparison comparison = new RowComparison(expected, differences);
        rows.forEach(comparison::found);
        comparison.end();
    }

    private static SalesRow row(long tradeId) {
        return SalesRow.of(new Sale("apple", tradeId, PURCHASE, SALES, "bob", "sue", 12_000, 3, 7, 0),
                1_430_438_400_123L);
    }
}
