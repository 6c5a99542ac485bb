package trading.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import trading.wire.proto.Batch;

class BatchesTest {

    private static final Batch ANY = Batch.newBuilder().setPart(1).setParts(1).setNow(1).build();

    @Test
    void whatAnEngineMayHaveWrittenIsRead() {
        assertThat(Batches.read(ANY.toByteArray())).isEqualTo(ANY);
        Batch last = ANY.toBuilder().setNow(Limits.MAX_EXPIRES_AT).build();
        assertThat(Batches.read(last.toByteArray())).isEqualTo(last);
    }

    @ParameterizedTest
    @MethodSource("none")
    void whatNoEngineCanHaveWrittenIsNone(byte[] value, String why) {
        assertThatThrownBy(() -> Batches.read(value)).isInstanceOf(InvalidField.class).hasMessageStartingWith(why);
    }

    static Stream<Arguments> none() {
        UnknownFieldSet padding = UnknownFieldSet.newBuilder()
                .addField(99,
                        UnknownFieldSet.Field.newBuilder()
                                .addLengthDelimited(ByteString.copyFrom(new byte[Limits.MAX_BATCH_BYTES])).build())
                .build();
        return Stream.of(
                Arguments.of(new byte[0], "part: 0 (expected: 1 to parts, here 0)"),
                Arguments.of(new byte[]{1, 2, 3}, "value: 3 bytes (expected: a batch"),
                Arguments.of(ANY.toBuilder().setPart(2).build().toByteArray(),
                        "part: 2 (expected: 1 to parts, here 1)"),
                Arguments.of(ANY.toBuilder().setNow(0).build().toByteArray(), "now: 0 (expected: epoch milliseconds"),
                Arguments.of(ANY.toBuilder().setNow(Limits.MAX_EXPIRES_AT + 1).build().toByteArray(),
                        "now: 253402300800000 (expected: epoch milliseconds"),
                Arguments.of(ANY.toBuilder().setUnknownFields(padding).build().toByteArray(), "value: 5242"));
    }
}
