package trading.system.links;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All TCP connections between one service and the servers of one kind on this machine, through ports of ours. In each
 * direction of a connection at most one buffer waits here; what waits beyond is left in the sockets, so that the sender feels
 * it.
 *
 * <p>Any thread may change what the link does; it concerns connections that are open and those to come.
 */
public final class Link implements AutoCloseable {

    private enum Mode {
        PASS, HOLD, HOLD_REQUESTS, CUT
    }

    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int CONNECT_LIMIT_MILLIS = 2_000;
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final String name;
    private final List<ServerSocket> listeners = new ArrayList<>();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicLong cuts = new AtomicLong();
    private final Map<Integer, Integer> routes;
    private final SilentPorts silentPorts = new SilentPorts();
    private final Object changed = new Object();
    private Mode mode = Mode.PASS;
    private Set<Integer> silent = Set.of();
    private volatile Duration delay = Duration.ZERO;

    /**
     * Opens the link; it lets everything pass.
     *
     * @param name {@code CLIENT-SERVER}
     * @param routes ports of servers by the ports where the client connects
     */
    public Link(String name, Map<Integer, Integer> routes) throws IOException {
        this.name = name;
        this.routes = Map.copyOf(routes);
        try {
            for (Map.Entry<Integer, Integer> route : routes.entrySet()) {
                listen(route.getKey(), route.getValue());
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void listen(int port, int target) throws IOException {
        ServerSocket listener = new ServerSocket();
        listeners.add(listener);
        listener.setReuseAddress(true);
        try {
            listener.bind(new InetSocketAddress(LOOPBACK, port));
        } catch (BindException e) {
            throw new IOException("port " + port + ": taken (expected: free; --port-base N moves all ports)", e);
        }
        Thread.ofVirtual().name(name).start(() -> accept(listener, target));
    }

    /** {@code CLIENT-SERVER} */
    public String name() {
        return name;
    }

    /** Everything passes at once again. */
    public void pass() {
        delay = Duration.ZERO;
        enter(Mode.PASS);
        silenceNobody();
    }

    /** Everything passes, each piece of it so much later: far away, or slow. */
    public void slow(Duration perPiece) {
        delay = perPiece;
        enter(Mode.PASS);
    }

    /** Nothing passes and nothing is closed; it passes when the link does again. */
    public void hold() {
        enter(Mode.HOLD);
    }

    /** What the server sends passes, and nothing of what the client does; it passes when the link does again. */
    public void holdRequests() {
        enter(Mode.HOLD_REQUESTS);
    }

    /** All connections are closed, what is on its way in them is lost, and new ones are closed at once. */
    public void cut() {
        enter(Mode.CUT);
        sockets.forEach(socket -> {
            cuts.incrementAndGet();
            close(socket);
        });
    }

    /**
     * Who connects to one of these servers from now on hears nothing, as if their machine had vanished, until the link passes
     * again. Open connections stay as they are.
     *
     * @param servers ports; those to which this link does not lead do not concern it
     * @throws IOException if that cannot be brought about
     */
    public void silence(Set<Integer> servers) throws IOException {
        synchronized (changed) {
            silent = Set.copyOf(servers);
        }
        for (Map.Entry<Integer, Integer> route : routes.entrySet()) {
            if (servers.contains(route.getValue())) {
                silentPorts.silence(route.getKey());
            }
        }
    }

    /** Connections that were closed by {@link #cut}, and those refused afterwards. */
    public long cuts() {
        return cuts.get();
    }

    @Override
    public void close() {
        enter(Mode.CUT);
        silenceNobody();
        listeners.forEach(Link::close);
        sockets.forEach(Link::close);
    }

    private void silenceNobody() {
        close(silentPorts::close);
        synchronized (changed) {
            silent = Set.of();
            changed.notifyAll();
        }
    }

    private void enter(Mode next) {
        synchronized (changed) {
            mode = next;
            changed.notifyAll();
        }
    }

    private boolean isCut() {
        synchronized (changed) {
            return mode == Mode.CUT;
        }
    }

    private void accept(ServerSocket listener, int target) {
        while (!listener.isClosed()) {
            try {
                awaitSpoken(target);
                Socket client = listener.accept();
                Thread.ofVirtual().name(name).start(() -> connect(client, target));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void connect(Socket client, int target) {
        Socket toServer = new Socket();
        sockets.add(client);
        sockets.add(toServer);
        try (client; toServer) {
            if (isCut()) {
                cuts.incrementAndGet();
                return;
            }
            toServer.connect(new InetSocketAddress(LOOPBACK, target), CONNECT_LIMIT_MILLIS);
            client.setTcpNoDelay(true);
            toServer.setTcpNoDelay(true);
            Thread back = Thread.ofVirtual().name(name).start(() -> pump(toServer, client, Mode.HOLD));
            pump(client, toServer, Mode.HOLD_REQUESTS);
            back.join();
        } catch (IOException e) {
            // The server is away; the client learns it by the end of its connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.remove(client);
            sockets.remove(toServer);
        }
    }

    private void awaitSpoken(int target) throws InterruptedException {
        synchronized (changed) {
            while (silent.contains(target)) {
                changed.wait();
            }
        }
    }

    /** Copies until one side is gone, and then closes both: half a connection is of no use to our protocols. */
    private void pump(Socket from, Socket to, Mode heldBy) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (from; to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                if (!awaitPassage(heldBy)) {
                    return;
                }
                out.write(buffer, 0, length);
            }
        } catch (IOException e) {
            // One side has closed, or was cut off.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits while the link holds everything, or this direction. Returns whether it passes now, or else is cut. */
    private boolean awaitPassage(Mode heldBy) throws InterruptedException {
        Thread.sleep(delay);
        synchronized (changed) {
            while (mode == Mode.HOLD || mode == heldBy) {
                changed.wait();
            }
            return mode != Mode.CUT;
        }
    }

    private static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
