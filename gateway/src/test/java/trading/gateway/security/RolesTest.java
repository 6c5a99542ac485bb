package trading.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.security.oauth2.jwt.Jwt;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

class RolesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                        | {"scope":"read operator"}                     | true
                        | {"scp":["read","operator"]}                   | true
                        | {"scope":"operators cooperator"}              | false
                        | {"scope":["operator read"]}                   | false
                        | {"roles":["operator"]}                        | false
                        | {"scope":{"operator":true}}                   | false
            roles       | {"roles":["operator"]}                        | true
            roles       | {"roles":"operator"}                          | true
            roles       | {"scope":"operator"}                          | false
            realm.roles | {"realm":{"roles":["operator"]}}              | true
            realm.roles | {"realm.roles":["operator"]}                  | true
            realm.roles | {"realm":["operator"]}                        | false
            realm.roles | {"realm":{"rolls":["operator"]}}              | false
            a.b.c       | {"a":{"b":{"c":"x operator"}}}                | true
            """)
    void findsTheOperatorsRole(@Nullable String claim, String claims, boolean isOperator) {
        Map<String, Object> read = new JsonMapper().readValue(claims, new TypeReference<>() {
        });
        Jwt token = Jwt.withTokenValue("token").header("alg", "RS256").claims(all -> all.putAll(read)).build();
        SecurityProperties properties = new SecurityProperties(SecurityMode.JWT, null, "operator", claim,
                Duration.ofSeconds(5), Duration.ofSeconds(10), true,
                new SecurityProperties.Cors(List.of()));
        assertThat(new Roles(properties).isOperator(token)).isEqualTo(isOperator);
    }
}
