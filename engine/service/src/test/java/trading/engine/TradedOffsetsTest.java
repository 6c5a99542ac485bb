package trading.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import trading.wire.Topics;

class TradedOffsetsTest {

    @Test
    void whereTheLastBatchEndsIsTakenOnce() {
        TradedOffsets traded = new TradedOffsets();
        assertThat(traded.take()).isEmpty();
        traded.upTo(1, 4);
        traded.upTo(2, 9);
        assertThat(traded.take())
                .isEqualTo(Map.of(new TopicPartition(Topics.ORDERS, 2), new OffsetAndMetadata(9)));
        assertThat(traded.take()).as("the partition may have moved since").isEmpty();
    }
}
