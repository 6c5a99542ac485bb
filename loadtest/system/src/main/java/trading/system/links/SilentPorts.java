package trading.system.links;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * Ports on loopback that do not answer, as those of a machine that has vanished: who connects hears nothing, not even that
 * nobody is there.
 *
 * <p>Whoever listens there must accept nothing meanwhile. The kernel completes connections for a server that has not
 * accepted them yet, as many as the server once asked for, and does not answer those that come while all these places are
 * taken. Here they are taken.
 *
 * <p>Safe for use by any thread.
 */
public final class SilentPorts implements AutoCloseable {

    /** More than our servers ask for; Kafka asks for 50 for each port. */
    private static final int MAX_PLACES = 500;

    /** On loopback the kernel answers before the caller goes on, if it answers. */
    private static final int ANSWER_LIMIT_MILLIS = 200;

    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final List<Socket> places = new ArrayList<>();

    /**
     * One more port is silent, when this returns.
     *
     * @throws IOException if there are too many places to take, or nobody listens
     */
    public synchronized void silence(int port) throws IOException {
        for (int place = 1; place <= MAX_PLACES; place++) {
            Socket socket = new Socket();
            places.add(socket);
            try {
                socket.connect(new InetSocketAddress(LOOPBACK, port), ANSWER_LIMIT_MILLIS);
            } catch (SocketTimeoutException e) {
                return;
            }
        }
        throw new IOException("port " + port + ": answered " + MAX_PLACES
                + " connections (expected: a server that accepts none, and asked for fewer)");
    }

    /** All ports answer again, as soon as their servers accept. */
    @Override
    public synchronized void close() throws IOException {
        for (Socket place : places) {
            place.close();
        }
        places.clear();
    }
}
