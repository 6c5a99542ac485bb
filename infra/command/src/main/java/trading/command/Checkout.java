package trading.command;

import java.net.URISyntaxException;
import java.nio.file.Files;
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

    /**
     * Where what a program makes goes unless somebody says where: below {@code target} of its checkout, whatever folder it is
     * called in; of the current folder where it runs without one, as in a container.
     *
     * @param program a class of the program, as for {@link #of}
     * @param folder below {@code target}
     */
    public static Path target(Class<?> program, String folder) {
        Path top = of(program);
        Path target = Path.of("target", folder);
        return Files.exists(top.resolve("pom.xml")) ? top.resolve(target) : target;
    }
}
