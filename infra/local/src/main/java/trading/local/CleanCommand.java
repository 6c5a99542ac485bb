package trading.local;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code clean}: as if there had never been a stack. */
@Command(name = "clean", mixinStandardHelpOptions = true, description = "Stops the stack, and deletes its data and logs.")
final class CleanCommand implements Callable<Integer> {

    @Override
    public Integer call() throws Exception {
        System.out.println(DownCommand.stop());
        Folders.delete(Main.home());
        System.out.println("deleted " + Main.home());
        return 0;
    }
}
