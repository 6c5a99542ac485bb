package trading.client.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trading.client.audit.Findings.Kind;
import trading.market.Sale;

/** So many sales that their rows are looked up before all of them are known. */
class SalesRowsCheckTest {

    private static final int PARTITION = 7;
    private static final int SALES = 4_500;
    private static final long NOW = 1_430_438_400_123L;

    private final MemoryRows rows = new MemoryRows();
    private final Findings findings = new Findings(100);
    private final Counts counts = new Counts();
    private final SalesRowsCheck check = new SalesRowsCheck(rows, findings.in(PARTITION, Kind.SALES_ROW), counts);

    @Test
    void eachRowIsComparedOnce() {
        LongStream.rangeClosed(1, SALES).forEach(tradeId -> sell("apple", tradeId, true));
        check.end(rows.products());

        assertThat(findings.first()).isEmpty();
        assertThat(counts.get(Count.SALES_ROWS)).isEqualTo(SALES);
    }

    @Test
    void missingRowsAreNamedWhereverTheyAre() {
        List<Long> missing = List.of(1L, 1_999L, 2_000L, 2_001L, 4_000L, 4_500L);
        LongStream.rangeClosed(1, SALES).forEach(tradeId -> sell("apple", tradeId, !missing.contains(tradeId)));
        check.end(rows.products());

        assertThat(findings.first()).extracting(Findings.Finding::where)
                .containsExactlyElementsOf(missing.stream().map(tradeId -> SalesRow.name("apple", tradeId)).toList());
    }

    @Test
    void manyProductsAreComparedBesideEachOther() {
        IntStream.range(0, 450).forEach(product -> sell("p" + product, 1, product != 230));
        check.end(rows.products());

        assertThat(findings.first()).extracting(Findings.Finding::where).containsExactly(SalesRow.name("p230", 1));
        assertThat(counts.get(Count.SALES_ROWS)).isEqualTo(449);
    }

    @Test
    void rowsThatNoSaleBecameAreNamed() {
        sell("apple", 1, true);
        LongStream.rangeClosed(2, 3).forEach(tradeId -> rows.add(SalesRow.of(sale("apple", tradeId), NOW)));
        check.end(rows.products());

        assertThat(findings.first()).extracting(Findings.Finding::where).containsExactly(SalesRow.name("apple", 3),
                SalesRow.name("apple", 2));
    }

    @Test
    void ofManyRowsThatNoSaleBecameTheLastAreNamed() {
        sell("apple", 1, true);
        LongStream.rangeClosed(2, 31).forEach(tradeId -> rows.add(SalesRow.of(sale("apple", tradeId), NOW)));
        check.end(rows.products());

        assertThat(findings.first()).hasSize(21).first().hasToString(
                "partition 7, SALES, sale apple 31: a row (expected: none: the product's last sale is 1)");
        assertThat(findings.first()).last()
                .hasToString("partition 7, SALES, product apple: 31 rows up to trade id 31 (expected: 1 rows)");
    }

    private void sell(String productId, long tradeId, boolean hasRow) {
        Sale sale = sale(productId, tradeId);
        if (hasRow) {
            rows.add(SalesRow.of(sale, NOW));
        }
        check.expect(sale, NOW, true);
    }

    private static Sale sale(String productId, long tradeId) {
        return new Sale(productId, tradeId, new UUID(1, tradeId), new UUID(2, tradeId), "bob", "sue", 12_000, 1, 0, 0);
    }
}
