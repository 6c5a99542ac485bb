package trading.gateway.openapi;

import io.swagger.v3.oas.annotations.Hidden;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Properties;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Where the description of the API is read, by programs and by people. */
@Hidden
@RestController
@ConditionalOnProperty(name = "trading.gateway.api-docs", matchIfMissing = true)
final class ApiDocumentController {

    private static final String PAGE = "/swagger-ui/index.html";

    private final Resource document = new ClassPathResource("openapi.json");
    private final Map<String, Resource> files;

    ApiDocumentController() throws IOException {
        Properties swaggerUi = PropertiesLoaderUtils
                .loadProperties(new ClassPathResource("META-INF/maven/org.webjars/swagger-ui/pom.properties"));
        String folder = "META-INF/resources/webjars/swagger-ui/" + swaggerUi.getProperty("version") + "/";
        this.files = Map.of("index.html", new ClassPathResource("swagger-ui/index.html"), "swagger-ui.css",
                new ClassPathResource(folder + "swagger-ui.css"), "swagger-ui-bundle.js",
                new ClassPathResource(folder + "swagger-ui-bundle.js"), "favicon-32x32.png",
                new ClassPathResource(folder + "favicon-32x32.png"));
    }

    /** OpenAPI 3.1. */
    @GetMapping(path = "/openapi.json", produces = MediaType.APPLICATION_JSON_VALUE)
    Resource document() {
        return document;
    }

    /** The way to the page that shows it. */
    @GetMapping("/swagger-ui")
    ResponseEntity<Void> page() {
        return ResponseEntity.status(HttpStatus.FOUND).location(URI.create(PAGE)).build();
    }

    /** That page, and what it needs. */
    @GetMapping("/swagger-ui/{file}")
    Resource file(@PathVariable String file, ServerHttpResponse response) {
        Resource found = files.get(file);
        if (found == null) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        response.getHeaders().set("Content-Security-Policy", "frame-ancestors 'none'");
        response.getHeaders().set("Referrer-Policy", "no-referrer");
        return found;
    }
}
