package trading.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/** TCP ports of the loopback interface. */
public final class Ports {

    /** Below the range that systems take client ports from: there, a port can be lost between two starts of a server. */
    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;
    private static final int ATTEMPTS = 1_000;
    private static final int CONNECT_LIMIT_MILLIS = 500;

    private Ports() {}

    /** A random port that nobody listens on now. */
    public static int free() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port from " + FIRST + " to " + LAST);
    }

    /** Whether a server could listen on it now. */
    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(loopback(port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether somebody takes connections on it. */
    static boolean isOpen(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(loopback(port), CONNECT_LIMIT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }
}
