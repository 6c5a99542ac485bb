package trading.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code clean}: as if there had never been a stack. */
@Command(name = "clean", mixinStandardHelpOptions = true, description = "Stops what down stops, and deletes the data and logs of all of it.")
final class CleanCommand implements Callable<Integer> {

    @Override
    public Integer call() throws Exception {
        DownCommand.stop(Main.checkout()).forEach(System.out::println);
        delete(Main.checkout()).forEach(home -> System.out.println("deleted " + home));
        return 0;
    }

    /**
     * Deletes the homes of all stacks.
     *
     * @return those that were there
     * @throws IOException if one is in use again; it and those after it are left
     */
    static List<Path> delete(Path checkout) throws IOException {
        List<Path> deleted = new ArrayList<>();
        for (Path home : Home.all(checkout)) {
            Optional<StackLock> lock = StackLock.take(home);
            if (lock.isEmpty()) {
                throw new IOException(home + ": in use (expected: nothing that starts while its data is deleted)");
            }
            try (StackLock _ = lock.get()) {
                Folders.delete(home);
                deleted.add(home);
            }
        }
        return deleted;
    }
}
