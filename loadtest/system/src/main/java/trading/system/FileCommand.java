package trading.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trading.command.Bounds;
import trading.local.PortPlan;
import trading.system.files.FileClients;
import trading.system.files.FileClients.Got;
import trading.system.files.FileServer;
import trading.system.files.FileServers;

/** {@code file}: a file of 1 MB from the disk to many clients and to one, from a gateway and from Node.js. */
@Command(name = "file", mixinStandardHelpOptions = true, showDefaultValues = true, description = {
    "Starts a gateway and express on Node.js with the same file, and lets clients ask one server after the other for it, each client again as soon as it has got it.",
    "Prints files and megabytes a second, latencies, and CPU time for a file, of the server and of the clients."})
final class FileCommand implements Callable<Integer> {

    private static final String NAME = "one-megabyte.bin";
    private static final int LENGTH = 1_000_000;

    @Mixin
    private Invocation invocation = new Invocation();

    @Bounds(min = 1, max = 1_000)
    @Option(names = "--clients", paramLabel = "N", split = ",", description = "How many ask at once, one number after another.")
    private List<Integer> clients = List.of(100, 1);

    @Bounds(min = 1, max = 3_600)
    @Option(names = "--seconds", paramLabel = "N", description = "How long they ask, each time.")
    private int seconds = 10;

    @Bounds(min = 1, max = 100)
    @Option(names = "--repeat", paramLabel = "N", description = "Rounds; in each, every number of clients asks every server. One more comes before them, to warm up.")
    private int repeat = 3;

    @Bounds(min = PortPlan.LOWEST_BASE, max = PortPlan.HIGHEST_BASE)
    @Option(names = "--port-base", paramLabel = "N", description = "The port of the gateway; all others are counted from it.")
    private int portBase = 9_380;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PortPlan ports = new PortPlan(portBase);
        Path home = Files.createDirectories(Main.checkout().resolve(".pipeline-file"));
        Path folder = Files.createDirectories(home.resolve("files"));
        byte[] content = new byte[LENGTH];
        new Random(1).nextBytes(content);
        Files.write(folder.resolve(NAME), content);
        try (FileServers servers = new FileServers(Main.checkout(), home, ports, folder, NAME,
                invocation::say)) {
            Runtime.getRuntime().addShutdownHook(new Thread(servers::close, "stop"));
            compare(servers.start());
        }
        return 0;
    }

    private void compare(List<FileServer> servers) throws IOException, InterruptedException {
        invocation.say("round    server   clients   files/s    MB/s   median ms   99 % ms   CPU µs/file   of clients");
        for (int round = 0; round <= repeat; round++) {
            for (int count : clients) {
                for (FileServer server : servers) {
                    Got got = FileClients.ask(server, count, LENGTH, Duration.ofSeconds(seconds));
                    invocation.say(line(round == 0 ? "warm-up" : Integer.toString(round), server, count, got));
                }
            }
        }
    }

    private static String line(String round, FileServer server, int clients, Got got) {
        double wall = got.time().toNanos() / 1e9;
        return "%-8s %-8s %7d %9.0f %7.0f %11.2f %9.2f %13.0f %12.0f".formatted(round, server.name(), clients,
                got.files() / wall, got.files() * (LENGTH / 1e6) / wall, got.took().getValueAtPercentile(50) / 1e3,
                got.took().getValueAtPercentile(99) / 1e3, perFile(got.serverCpu(), got),
                perFile(got.clientCpu(), got));
    }

    private static double perFile(Duration cpu, Got got) {
        return cpu.toNanos() / 1e3 / got.files();
    }
}
