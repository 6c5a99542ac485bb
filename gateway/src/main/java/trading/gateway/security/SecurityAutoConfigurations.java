package trading.gateway.security;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/** While security is off, nothing of Spring Security is set up: no request passes a filter of it. */
final class SecurityAutoConfigurations implements AutoConfigurationImportFilter, EnvironmentAware {

    private static final String PACKAGE = "org.springframework.boot.security.";

    private boolean isOn;

    @Override
    public void setEnvironment(Environment environment) {
        isOn = SecurityMode.of(environment) != SecurityMode.OFF;
    }

    @Override
    public boolean[] match(@Nullable String[] names, AutoConfigurationMetadata metadata) {
        boolean[] wanted = new boolean[names.length];
        for (int i = 0; i < names.length; i++) {
            String name = names[i];
            wanted[i] = isOn || name == null || !name.startsWith(PACKAGE);
        }
        return wanted;
    }
}
