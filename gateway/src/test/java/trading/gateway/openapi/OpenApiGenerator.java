package trading.gateway.openapi;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springdoc.core.customizers.JavadocPropertyCustomizer;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.providers.JavadocProvider;
import org.springdoc.core.providers.ObjectMapperProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpStatus;
import trading.gateway.problems.Problem;

/**
 * What springdoc finds, and beside it what holds for every call: problems, and where they may come. No configuration of the gateway,
 * which would find it beside its own.
 */
final class OpenApiGenerator {

    private static final String ABOUT = """
            Orders are taken over HTTP, traded by engines, and their results read here. Prices and sums of money are decimal strings.

            Whatever goes wrong is told as a problem (RFC 9457) whose `type` says what it is. Beside what stands at each call: 404 for a \
            path that is none, or that this gateway has switched off, 405 with `Allow` for another method, 414 and 431 for an URI or \
            headers that are too long, and 400 for what is no HTTP. 503 means that nothing was done, and when to try again.

            Where `trading.security.mode` is `jwt`, a request has `Authorization: Bearer` and a token, whose subject is the user: `userId` \
            may then be left out, and names another user only for an operator. Where it is off, nobody is asked for a token, and 401 and \
            403 do not come. 429 comes only where orders of users are limited.""";

    private static final String PRICE = """
            {"anyOf": [{"type": "string", "pattern": "%s"}, {"type": "null"},
              {"type": "number", "exclusiveMinimum": 0, "maximum": 99999999999999, "multipleOf": 0.0001}]}"""
            .formatted(Fields.PRICE);
    private static final String NEEDS_A_PRICE = """
            {"anyOf": [{"properties": {"side": {"const": "BUY"}}},
              {"properties": {"price": {"type": ["string", "number"]}}, "required": ["price"]}]}""";
    private static final String NEEDS_A_TIME = """
            {"anyOf": [{"properties": {"timeInForce": {"enum": ["GTC", "IOC", null]}, "expireTime": {"type": "null"}}},
              {"properties": {"timeInForce": {"const": "GTT"}, "expireTime": {"type": "string"}},
               "required": ["timeInForce", "expireTime"]}]}""";

    private static final String TOKEN = "token";

    private final Problems problems = new Problems();

    @Bean
    OpenAPI about() {
        return new OpenAPI().info(new Info().title("Trading pipeline").version("1.0").description(ABOUT)
                .license(new License().name("Apache-2.0").identifier("Apache-2.0")))
                .servers(List.of(new Server().url("/")))
                .components(new Components().addSecuritySchemes(TOKEN, new SecurityScheme()
                        .type(SecurityScheme.Type.HTTP).scheme("bearer").bearerFormat("JWT")
                        .description("Only where `trading.security.mode` is `jwt`.")))
                .security(List.of(new SecurityRequirement(), new SecurityRequirement().addList(TOKEN)));
    }

    @Bean
    JavadocProvider javadoc() {
        return new SourceJavadoc();
    }

    @Bean
    JavadocPropertyCustomizer javadocOfProperties(JavadocProvider javadoc, ObjectMapperProvider mapper) {
        return new JavadocPropertyCustomizer(javadoc, mapper);
    }

    @Bean
    RecordSchemas recordSchemas() {
        return new RecordSchemas();
    }

    @Bean
    OperationCustomizer failures() {
        return (operation, handler) -> {
            List<String> names = new ArrayList<>(List.of("invalid-field", "not-acceptable", "too-many-requests",
                    "missing-token", "invalid-token", "keys-unavailable"));
            AnnotatedElementUtils.findAllMergedAnnotations(handler.getMethod(), Fails.class)
                    .forEach(fails -> names.addAll(List.of(fails.value())));
            if (operation.getRequestBody() != null) {
                names.addAll(List.of("content-too-large", "unsupported-media-type"));
            }
            problems.byName().keySet().stream().filter(names::contains).forEach(name -> addFailure(operation, name));
            names.forEach(problems::named);
            tidy(operation);
            return operation;
        };
    }

    private static void tidy(Operation operation) {
        if (Objects.equals(operation.getDescription(), operation.getSummary())) {
            operation.setDescription(null);
        }
        if (operation.getParameters() != null) {
            // springdoc reads an example as JSON, whatever the type.
            operation.getParameters().forEach(each -> {
                Object example = each.getExample();
                if ((example instanceof Number || example instanceof NumericNode) && isText(each.getSchema())) {
                    each.setExample(new BigDecimal(example.toString()).setScale(2).toPlainString());
                }
            });
        }
    }

    private static boolean isText(Schema<?> schema) {
        return "string".equals(schema.getType()) || (schema.getTypes() != null && schema.getTypes().contains("string"));
    }

    private void addFailure(Operation operation, String name) {
        Problem problem = problems.named(name);
        String status = Integer.toString(problem.status());
        ApiResponse response = operation.getResponses().computeIfAbsent(status, _ -> failure(problem));
        Objects.requireNonNull(response.getContent().get("application/problem+json")).addExamples(name,
                new Example().$ref("#/components/examples/" + name));
    }

    private static ApiResponse failure(Problem problem) {
        ApiResponse response = new ApiResponse()
                .description(Objects.requireNonNull(HttpStatus.resolve(problem.status())).getReasonPhrase())
                .content(new Content().addMediaType("application/problem+json",
                        new MediaType().schema(new JsonSchema().$ref("#/components/schemas/Problem"))));
        if (problem.status() == HttpStatus.UNAUTHORIZED.value() || problem.type().equals(Problem.FORBIDDEN)) {
            response.addHeaderObject("WWW-Authenticate",
                    header("What is wrong with the token, as RFC 6750 has it.", "string")
                            .required(problem.status() == HttpStatus.UNAUTHORIZED.value()));
        }
        if (problem.retryAfter() != null) {
            response.addHeaderObject("Retry-After", header("When to try again, in seconds.", "integer"));
        }
        return response;
    }

    private static Header header(String description, String type) {
        Schema<?> schema = new JsonSchema();
        schema.setTypes(Set.of(type));
        return new Header().description(description).required(true).schema(schema);
    }

    /** What no single field can say of an order. */
    @Bean
    OpenApiCustomizer fieldsOfOrders() {
        return api -> {
            Schema<?> order = Objects.requireNonNull(api.getComponents().getSchemas().get("NewOrder"));
            String told = Objects.requireNonNull(order.getProperties().get("price")).getDescription();
            order.getProperties().put("price", schema(PRICE).description(told));
            order.setAllOf(List.of(schema(NEEDS_A_PRICE), schema(NEEDS_A_TIME)));
        };
    }

    private static Schema<?> schema(String json) {
        try {
            return Json31.mapper().readValue(json, JsonSchema.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Bean
    OpenApiCustomizer problemsAsComponents() {
        return api -> {
            Components components = api.getComponents();
            ModelConverters.getInstance(true).resolveAsResolvedSchema(
                    new AnnotatedType(Problem.class)).referencedSchemas.forEach(components::addSchemas);
            ObjectMapper json = Json31.mapper();
            problems.byName().forEach((name, problem) -> components.addExamples(name,
                    new Example().summary(problem.title()).value(tree(json, problem))));
        };
    }

    private static ObjectNode tree(ObjectMapper json, Problem problem) {
        try {
            return (ObjectNode) json.readTree(problem.toJson());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
