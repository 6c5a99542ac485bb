package trading.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * {@code train}: a stack of its own under random orders, whose programs leave behind what makes later starts quick. What they
 * left before is gone as soon as it can begin: it would not fit programs that were built since.
 */
@Command(name = "train", mixinStandardHelpOptions = true, description = "Lets a stack of its own trade for a while, so that later ones start quickly.")
final class TrainCommand implements Callable<Integer> {

    private static final List<String> PROGRAMS = List.of("broker", "migrations", "gateway", "engine", "persister",
            "client");
    private static final List<String> ORDERS = List.of("demo", "--warm-up", "5s", "--warm-up-max", "5s", "--seconds",
            "20", "--rate", "2000");

    private static final Duration STOP_LIMIT = Duration.ofMinutes(5);

    /** What a training that did not come to its end has left would be taken for all there is. */
    private volatile boolean isTrained;

    /** Ended from outside, by Ctrl-C or SIGTERM. */
    private volatile boolean isStopped;

    /** Nothing of it runs any more. */
    private volatile boolean isOver;

    @Override
    public Integer call() throws Exception {
        Path checkout = Main.checkout();
        System.out.println("training, so that starts are quick from now on: two to three minutes");
        StackOptions options = StackOptions.of(checkout, checkout.resolve(".pipeline-training"), PortPlan.free(), 1, 1)
                .withTraining(StackOptions.Training.RECORDED);
        Path output = options.log("client");
        int status = trade(options, output);
        if (status != 0) {
            throw new IOException("the training ended with status " + status + ": see " + output);
        }
        for (String program : PROGRAMS) {
            Path cache = Jvm.AotCache.of(checkout, program, false).file();
            if (!Files.exists(cache)) {
                throw new IOException(cache + ": missing (expected: written by the " + program + "; see "
                        + options.log(program).getParent() + ")");
            }
        }
        Stack.deleteData(options);
        isTrained = true;
        System.out.println("trained");
        return 0;
    }

    private int trade(StackOptions options, Path output) throws IOException, InterruptedException {
        Stack stack = Stack.prepare(options, _ -> {});
        Folders.delete(Jvm.AotCache.folder(options.checkout()));
        Files.createDirectories(Jvm.AotCache.folder(options.checkout()));
        ClientProcess client = ClientProcess.recorded(options.checkout(), output);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (!isOver) {
                kill(stack, client);
            }
            forgetUnlessTrained(options.checkout());
        }, "stop"));
        try (stack; client) {
            stack.start();
            List<String> arguments = new ArrayList<>(ORDERS);
            arguments.addAll(List.of("--stack", options.stackFile().toString()));
            return client.run(arguments);
        } finally {
            isOver = true;
            if (isStopped) {
                // What failed by that is no news.
                Thread.sleep(STOP_LIMIT);
            }
        }
    }

    /** What is recorded before its time is deleted: its programs need not write it. */
    private void kill(Stack stack, ClientProcess client) {
        isStopped = true;
        System.out.println("stopping the training; what it has recorded is deleted");
        client.kill();
        try {
            stack.kill();
        } catch (IOException e) {
            System.err.println("train: what is left of it could not be stopped: " + e);
        }
    }

    private void forgetUnlessTrained(Path checkout) {
        if (!isTrained) {
            try {
                Folders.delete(Jvm.AotCache.folder(checkout));
            } catch (IOException e) {
                System.err.println("train: what is left of it could not be deleted: " + e);
            }
        }
    }
}
