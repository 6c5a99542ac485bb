package trading.gateway.page;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The market page.
 *
 * @param enabled whether it is served
 * @param folder where its files are laid out at the start; without it, in a temporary folder that goes when the gateway ends
 * @param moreFiles a folder whose files, read at the start, are served beside the page's own
 */
@ConfigurationProperties("trading.gateway.page")
public record PageProperties(@DefaultValue("true") boolean enabled, @Nullable String folder,
        @Nullable Path moreFiles) {}
