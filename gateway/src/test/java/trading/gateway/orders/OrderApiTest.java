package trading.gateway.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrderApiTest {

    @ParameterizedTest
    @EnumSource(Refusal.class)
    void everyRefusalIsDescribed(Refusal refusal) throws Exception {
        assertThat(Files.readString(Path.of("src/main/resources/openapi.json")))
                .contains("\"" + refusal.type() + "\"", "\"" + refusal.detail() + "\"",
                        "#/components/examples/" + refusal.type());
    }
}
