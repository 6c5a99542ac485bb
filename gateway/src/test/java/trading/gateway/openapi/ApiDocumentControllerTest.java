package trading.gateway.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;

class ApiDocumentControllerTest {

    private final ReactiveWebApplicationContextRunner gateway = new ReactiveWebApplicationContextRunner()
            .withUserConfiguration(ApiDocumentController.class);

    @Test
    void itIsServedUnlessItIsSwitchedOff() {
        gateway.run(context -> assertThat(context).hasSingleBean(ApiDocumentController.class));
        gateway.withPropertyValues("trading.gateway.api-docs=false")
                .run(context -> assertThat(context).doesNotHaveBean(ApiDocumentController.class));
    }
}
