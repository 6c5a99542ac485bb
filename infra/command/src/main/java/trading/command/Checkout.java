package trading.command;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** The source tree that a program was built in. */
public final class Checkout {

    private Checkout() {}

    /**
     * The top of the tree.
     *
     * @param program a class of the program, which lies in a module two folders below the top
     */
    public static Path of(Class<?> program) {
        try {
            Path built = Path.of(program.getProtectionDomain().getCodeSource().getLocation().toURI());
            return built.resolve("../../../..").normalize();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
