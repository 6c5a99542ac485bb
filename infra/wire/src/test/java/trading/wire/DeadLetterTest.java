package trading.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeadLetterTest {

    private static final int MEGABYTE = 1024 * 1024;

    @Test
    void whatTheTopicTakesIsAsItCame() {
        byte[] key = {1, 2};
        byte[] value = new byte[2 * MEGABYTE - 5_000];
        Headers headers = new RecordHeaders().add("topic", "theirs".getBytes(UTF_8));

        DeadLetter letter = DeadLetter.of("orders", 7, key, value, headers, "why");

        assertThat(letter.key()).isSameAs(key);
        assertThat(letter.value()).isSameAs(value);
        assertThat(texts(letter.headers())).containsExactly("topic=theirs", "topic=orders", "offset=7", "error=why");
        assertThat(texts(headers)).as("of the record").containsExactly("topic=theirs");
    }

    @Test
    void aRecordMayHaveNeitherKeyNorValue() {
        DeadLetter letter = DeadLetter.of("sales", 0, null, null, new RecordHeaders(), "value: missing");

        assertThat(letter.key()).isNull();
        assertThat(letter.value()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"0, 3145728, 0", "3145728, 0, 0", "1048576, 1048576, 0", "10, 10, 3145728", "1048576, 700000, 400000"})
    void whatIsLargerIsCut(int keyBytes, int valueBytes, int headerBytes) {
        byte[] key = bytes(keyBytes);
        byte[] value = bytes(valueBytes);
        Headers headers = new RecordHeaders().add("h", new byte[headerBytes]);

        DeadLetter letter = DeadLetter.of("orders", 7, key, value, headers, "why");

        assertThat(letter.key()).isEqualTo(Arrays.copyOf(key, Math.min(keyBytes, DeadLetter.CUT_KEY_BYTES)));
        assertThat(letter.value()).isEqualTo(Arrays.copyOf(value, Math.min(valueBytes, DeadLetter.CUT_VALUE_BYTES)));
        assertThat(texts(letter.headers())).containsExactly("topic=orders", "offset=7", "error=why; cut, for it has "
                + (keyBytes + valueBytes + headerBytes + 11) + " bytes (expected: at most 2093056)");
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    private static List<String> texts(Headers headers) {
        Stream<Header> all = StreamSupport.stream(headers.spliterator(), false);
        return all.map(header -> header.key() + "=" + new String(header.value(), UTF_8)).toList();
    }
}
