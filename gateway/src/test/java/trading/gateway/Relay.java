package trading.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A port through which connections go to a server, until it vanishes for those that are there. */
final class Relay implements AutoCloseable {

    private static final int BUFFER_BYTES = 16 * 1024;

    private final InetSocketAddress target;
    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile int vanished;

    /** @param target where the server is */
    Relay(InetSocketAddress target) {
        this.target = target;
        try {
            this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** {@code HOST:PORT}, for clients of this machine. */
    String address() {
        return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
    }

    /** Connections that there are get no answer any more, and are not closed; new ones do as before. */
    void vanish() {
        vanished = connections.get();
    }

    @Override
    public void close() {
        close(server);
        sockets.forEach(Relay::close);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                sockets.add(client);
                int number = connections.incrementAndGet();
                Socket to = new Socket();
                sockets.add(to);
                to.connect(target);
                Thread.ofVirtual().start(() -> pass(client, to, number));
                Thread.ofVirtual().start(() -> pass(to, client, number));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void pass(Socket from, Socket to, int number) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                if (number > vanished) {
                    out.write(buffer, 0, length);
                }
            }
        } catch (IOException e) {
            // Closed at one of both ends.
        }
        close(from);
        close(to);
    }

    private static void close(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
