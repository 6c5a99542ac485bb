package trading.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import trading.command.Checkout;
import trading.local.Stack;
import trading.local.StackOptions;

/**
 * The stack that all tests of the page share: started for the first that asks for it, stopped after the last. Each has products
 * and users of its own.
 */
final class SharedStack implements ParameterResolver {

    /** No order may expire before a busy machine's browser has shown it. */
    private static final Map<String, String> PATIENT = Map.of("TRADING_ENGINE_ORDER_TIMEOUT", "10m");
    private static final Namespace NAMESPACE = Namespace.create(SharedStack.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Stack.class;
    }

    @Override
    public Stack resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // What is kept for the whole run is closed at its end.
        return context.getRoot().getStore(NAMESPACE).computeIfAbsent(Stack.class, _ -> start(), Stack.class);
    }

    private static Stack start() {
        Path home = Checkout.of(SharedStack.class).resolve("loadtest/browser/target/stack");
        StackOptions options = StackOptions.forTest(Checkout.of(SharedStack.class), home, 1)
                .withEnvironment(PATIENT);
        try {
            Stack.deleteData(options);
            return Stack.start(options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the stack started", e);
        }
    }
}
