package trading.gateway.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trading.wire.InvalidField;
import trading.wire.Topics;

class ProgressTest {

    private static final long SEED = Long.getLong("trading.seed", System.nanoTime() % 1_000_000);

    @Test
    void isReadAsItWasWritten() {
        Random random = new Random(SEED);
        for (int i = 0; i < 1_000; i++) {
            Progress written = Progress.before(new long[Topics.PARTITIONS]);
            for (int partition = 0; partition < Topics.PARTITIONS; partition++) {
                written.set(partition, random.nextLong(Long.MAX_VALUE) >> random.nextInt(64),
                        random.nextBoolean() ? 0 : random.nextInt(Integer.MAX_VALUE) >> random.nextInt(32));
            }
            Progress read = Progress.parse(written.toString());
            for (int partition = 0; partition < Topics.PARTITIONS; partition++) {
                long next = written.next(partition);
                assertThat(read.next(partition)).as("seed %d", SEED).isEqualTo(next);
                assertThat(read.told(partition, next)).as("seed %d", SEED).isEqualTo(written.told(partition, next));
                assertThat(read.told(partition, next + 1)).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "AAAA", "\u00fc", "_________________",
        "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODk="})
    void whatNoGatewayMadeIsRefused(String text) {
        assertRefused(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0 0", "48 1", "-1 1", "3 1 3 1", "3 1 2 1", "0 -1 -1 -1 -1 127"})
    void whatIsWrongBehindTheOffsetsIsRefused(String behind) {
        byte[] bytes = new byte[Topics.PARTITIONS + behind.split(" ", -1).length];
        for (int i = Topics.PARTITIONS; i < bytes.length; i++) {
            bytes[i] = Byte.parseByte(behind.split(" ", -1)[i - Topics.PARTITIONS]);
        }
        assertRefused(Base64.getUrlEncoder().encodeToString(bytes));
    }

    private static void assertRefused(String text) {
        assertThatThrownBy(() -> Progress.parse(text)).isInstanceOf(InvalidField.class)
                .hasMessageContaining("Last-Event-ID");
    }

    @Test
    void isShortWhereOffsetsAreThoseOfDays() {
        long[] next = new Random(SEED).longs(Topics.PARTITIONS, 0, 1L << 28).toArray();
        assertThat(Progress.before(next).toString()).hasSizeLessThanOrEqualTo(260);
    }
}
