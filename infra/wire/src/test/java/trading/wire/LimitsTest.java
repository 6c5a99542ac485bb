package trading.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsTest {

    @ParameterizedTest
    @CsvSource({"12.34, 123400", "0.0001, 1", "1, 10000", "1.5, 15000", "007, 70000",
        "99999999999999.9999, 999999999999999999"})
    void pricesAreTicks(String text, long ticks) {
        assertThat(Limits.price("price", text)).isEqualTo(ticks);
    }

    @ParameterizedTest
    @CsvSource({"123400, 12.34", "1, 0.0001", "10, 0.001", "100, 0.01", "10000, 1.00", "123456, 12.3456",
        "999999999999999999, 99999999999999.9999", "0, 0.00", "-1, -0.0001", "-123400, -12.34",
        "9223372036854775807, 922337203685477.5807", "-9223372036854775808, -922337203685477.5808"})
    void ticksAreWrittenAsDecimals(long ticks, String text) {
        assertThat(Price.format(ticks)).isEqualTo(text);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", ".", "1.", ".5", "-1", "+1", "1e3", "1,5", "1.23456", "100000000000000", "0x1", " 1",
        "NaN"})
    void whatIsNoDecimalIsRefused(@Nullable String text) {
        assertThatThrownBy(() -> Limits.price("price", text)).isInstanceOf(InvalidField.class).hasMessageContaining(
                "price: " + (text == null ? "missing" : text) + " (expected: a decimal number with at most ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.00", "0.0000", "00"})
    void aPriceIsAboveZeroAndToldAsItCame(String text) {
        assertThatThrownBy(() -> Limits.price("maxPrice", text))
                .hasMessage("maxPrice: " + text + " (expected: a price from 0.0001)");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, Limits.MAX_QUANTITY})
    void quantitiesAreWholeNumbers(long quantity) {
        assertThat(Limits.quantity("quantity", quantity)).isEqualTo(quantity);
        assertThat(Limits.quantity("quantity", Long.toString(quantity))).isEqualTo(quantity);
    }

    @ParameterizedTest
    @CsvSource({"0, a whole number from 1", "-1, a whole number from 1", "1.0, a whole number from 1",
        "1000000000000001, a whole number up to 1000000000000000",
        "99999999999999999999, a whole number up to 1000000000000000"})
    void otherQuantitiesAreRefused(String text, String expected) {
        assertThatThrownBy(() -> Limits.quantity("quantity", text)).isInstanceOf(InvalidField.class)
                .hasMessage("quantity: %s (expected: %s)", text, expected);
    }

    @Test
    void ordersAreGoodUntilTheYear9999() {
        long last = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

        assertThat(Limits.expiresAt("expiresAt", 1)).isEqualTo(1);
        assertThat(Limits.expiresAt("expiresAt", last)).isEqualTo(last);
        assertThatThrownBy(() -> Limits.expiresAt("expiresAt", last + 1)).isInstanceOf(InvalidField.class);
        assertThatThrownBy(() -> Limits.expiresAt("expiresAt", 0)).hasMessage(
                "expiresAt: 0 (expected: a time from 1970-01-01T00:00:00.001Z to 9999-12-31T23:59:59.999Z)");
    }

    @Test
    void namesHoldTheirCharactersUpToTheirLength() {
        String product = "AZaz09._-".repeat(4).substring(0, Limits.MAX_PRODUCT_ID_LENGTH);
        String user = "AZaz09._-@".repeat(7).substring(0, Limits.MAX_USER_ID_LENGTH);

        assertThat(Limits.productId("productId", product)).isEqualTo(product);
        assertThat(Limits.userId("userId", user)).isEqualTo(user);
        assertThatThrownBy(() -> Limits.productId("productId", product + "x")).isInstanceOf(InvalidField.class);
        assertThatThrownBy(() -> Limits.userId("userId", user + "x")).isInstanceOf(InvalidField.class);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "a b", "a@b", "ä", "a\u0000", "a/b", "a'b"})
    void otherProductsAreRefused(@Nullable String product) {
        assertThatThrownBy(() -> Limits.productId("productId", product)).isInstanceOf(InvalidField.class)
                .hasMessageEndingWith("(expected: 1 to 32 of A-Z a-z 0-9 . _ -)");
    }

    @Test
    void aLongValueIsCutInTheMessage() {
        assertThatThrownBy(() -> Limits.userId("userId", "x".repeat(10_000)))
                .hasMessage("userId: %s… (expected: 1 to 64 of A-Z a-z 0-9 . _ - @)", "x".repeat(64));
    }
}
