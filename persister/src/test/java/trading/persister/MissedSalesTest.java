package trading.persister;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import trading.wire.Topics;

class MissedSalesTest {

    private static final TopicPartition SEVEN = new TopicPartition(Topics.SALES, 7);
    private static final TopicPartition EIGHT = new TopicPartition(Topics.SALES, 8);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final MissedSales missed = new MissedSales(meters);

    @Test
    void whatLiesBetweenTwoBatchesIsMissed() {
        missed.written(SEVEN, 4, 10);
        missed.written(EIGHT, 90, 12);
        missed.written(SEVEN, 5, 12);
        missed.written(SEVEN, 5, 13);
        assertMissed(0);
        missed.written(SEVEN, 8, 20);
        assertMissed(6);
        missed.written(SEVEN, 9, 22);
        assertMissed(6);
    }

    @Test
    void whatComesAgainIsNot() {
        for (int i = 0; i < 2; i++) {
            missed.written(SEVEN, 4, 10);
            missed.written(SEVEN, 5, 12);
            missed.written(SEVEN, 6, 14);
        }
        assertMissed(0);
    }

    @Test
    void batchesWithoutANumberTellNothing() {
        missed.written(SEVEN, 0, 10);
        missed.written(SEVEN, 9, 12);
        missed.written(SEVEN, 0, 14);
        missed.written(SEVEN, 20, 16);
        assertMissed(0);
    }

    @Test
    void whatCameAndWasDeletedBeforeItWasWrittenIsMissed() {
        missed.came(SEVEN, 5, 12);
        missed.written(SEVEN, 5, 12);
        missed.came(SEVEN, 6, 14);
        missed.came(SEVEN, 7, 16);
        assertMissed(0);
        missed.came(SEVEN, 8, 20);
        missed.written(SEVEN, 8, 20);
        assertMissed(7);
    }

    @Test
    void theFirstThatCameMayBeDeletedAsWell() {
        missed.came(SEVEN, 1, 0);
        missed.came(SEVEN, 2, 2);
        missed.came(SEVEN, 3, 4);
        missed.written(SEVEN, 3, 4);
        assertMissed(4);
    }

    @Test
    void othersMayHaveWrittenWhatWasElsewhere() {
        missed.written(SEVEN, 4, 10);
        missed.forget(List.of(SEVEN));
        missed.written(SEVEN, 90, 500);
        assertMissed(0);
    }

    @Test
    void whatWasDeletedBehindTheCommittedOffsetIsMissed() {
        missed.begins(SEVEN, 100, 0);
        missed.begins(EIGHT, 100, 100);
        missed.begins(EIGHT, 100, 101);
        assertMissed(0);
        missed.begins(SEVEN, 100, 130);
        assertMissed(30);
    }

    private void assertMissed(int offsets) {
        assertThat(meters.get("trading.persister.missed").counter().count()).isEqualTo(offsets);
    }
}
