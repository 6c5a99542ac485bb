package trading.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class LoopbackUnlessToldTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            ,                       127.0.0.1,
            mode=off,               127.0.0.1,
            mode=jwt,               ,
            mode=Jwt,               ,
            address=0.0.0.0,        0.0.0.0,
            mode=jwt address=::1,   ::1,
            management=8090,        127.0.0.1, 127.0.0.1
            mode=jwt management=1,  ,          127.0.0.1
            management=1 told=::,   127.0.0.1, ::
            """)
    void listensOnThisMachineOnlyUnlessItIsTold(@Nullable String settings, @Nullable String address,
            @Nullable String managementAddress) {
        StandardEnvironment environment = new StandardEnvironment();
        for (String setting : (settings == null ? "" : settings).split(" ", -1)) {
            int equals = setting.indexOf('=');
            String name = switch (equals < 0 ? "" : setting.substring(0, equals)) {
                case "mode" -> "trading.security.mode";
                case "address" -> "server.address";
                case "management" -> "management.server.port";
                default -> "management.server.address";
            };
            if (equals >= 0) {
                environment.getPropertySources()
                        .addFirst(new MapPropertySource(name, Map.of(name, setting.substring(equals + 1))));
            }
        }
        new LoopbackUnlessTold().postProcessEnvironment(environment, new SpringApplication());
        assertThat(environment.getProperty("server.address")).isEqualTo(address);
        assertThat(environment.getProperty("management.server.address")).isEqualTo(managementAddress);
    }
}
