package trading.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc3339Test {

    @ParameterizedTest
    @CsvSource({"1970-01-01T00:00:00.001Z, 1", "2030-01-31T12:00:00Z, 1896091200000",
        "2030-01-31T13:30:00+01:30, 1896091200000", "2030-01-31t12:00:00.5z, 1896091200500",
        "2030-01-31T12:00:00.123999999Z, 1896091200123", "9999-12-31T23:59:59.999Z, 253402300799999"})
    void readsDatesWithTimesAndOffsets(String text, long millis) {
        assertThat(Rfc3339.parse("expireTime", text)).isEqualTo(millis);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "now", "2030-01-31", "2030-01-31T12:00:00", "2030-01-31T12:00Z", "2030-01-31 12:00:00Z",
        "2030-02-30T12:00:00Z", "2030-01-31T25:00:00Z", "2030-01-31T12:00:60Z", "+12030-01-31T12:00:00Z",
        "2030-01-31T12:00:00.Z", "2030-01-31T12:00:00+1:00", "1896091200000", "2030-01-31T12:00:00Z "})
    void refusesAnythingElse(@Nullable String text) {
        assertThatThrownBy(() -> Rfc3339.parse("expireTime", text)).isInstanceOf(InvalidField.class)
                .hasMessageEndingWith("(expected: a time as RFC 3339 writes it, such as 2030-01-31T12:00:00Z)");
    }

    @Test
    void writesWhatItReads() {
        assertThat(Rfc3339.format(1_896_091_200_000L)).isEqualTo("2030-01-31T12:00:00Z");
        assertThat(Rfc3339.format(1_896_091_200_123L)).isEqualTo("2030-01-31T12:00:00.123Z");
    }
}
