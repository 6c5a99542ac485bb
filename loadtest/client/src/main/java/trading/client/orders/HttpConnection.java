package trading.client.orders;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One kept-alive HTTP/1.1 connection, with as little work for a request as there can be: a client that shares its machine with
 * what it measures takes its time away from it. For one thread at a time; its answers are read by the thread of an
 * {@link AnswerReader}.
 */
final class HttpConnection implements AutoCloseable {

    private final SocketChannel channel = SocketChannel.open();
    private final AnswerParser parser = new AnswerParser();
    private final AtomicReference<@Nullable Exchange> underWay = new AtomicReference<>();
    private final AnswerReader reader;
    private final SelectionKey key;
    private final InetSocketAddress address;
    private final Duration timeout;
    private volatile @Nullable ByteBuffer unsent;
    private long usedNanos = System.nanoTime();

    /**
     * An answer.
     *
     * @param retryAfterSeconds for how long the server asks to be left alone, negative if it does not say
     */
    record Answer(int status, String body, int retryAfterSeconds) {}

    /** A request that waits for its answer. */
    private static final class Exchange extends CompletableFuture<Answer> {

        private final long startNanos = System.nanoTime();
    }

    /**
     * One that connects with its first request.
     *
     * @param timeout of an answer, and of connecting with the first of them
     * @param reader reads the answers
     */
    HttpConnection(InetSocketAddress address, Duration timeout, AnswerReader reader) throws IOException {
        this.address = address;
        this.timeout = timeout;
        this.reader = reader;
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            key = reader.register(channel, this);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Sends a request and waits for its answer. After an exception, the connection is of no more use.
     *
     * @param request head and body
     */
    Answer exchange(byte[] request) throws IOException {
        try {
            return begin(request).get();
        } catch (InterruptedException _) {
            close();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted before there was an answer");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        }
    }

    /**
     * Sends a request, and returns before it is answered. After an exception, the connection is of no more use.
     *
     * @param request head and body; belongs to the connection until the answer is there
     * @return completed, with an answer or an {@link IOException}, by the reader's thread, which waits for whoever goes on with it
     */
    CompletableFuture<Answer> begin(byte[] request) {
        Exchange exchange = new Exchange();
        if (!underWay.compareAndSet(null, exchange)) {
            throw new IllegalStateException("a request is under way");
        }
        try {
            if (!channel.isConnected() && !channel.isConnectionPending()) {
                key.interestOps(channel.connect(address) ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
                reader.wakeUp();
            }
            send(ByteBuffer.wrap(request));
        } catch (IOException | RuntimeException e) {
            fail(e);
        }
        return exchange;
    }

    /** Whether another request can be sent: the server has not said otherwise, and has had no long time to close it. */
    boolean isUsable(Duration longestIdle) {
        return channel.isOpen() && unsent == null && parser.isKeptAlive()
                && System.nanoTime() - usedNanos < longestIdle.toNanos();
    }

    @Override
    public void close() {
        fail(new IOException("the connection was closed"));
    }

    /** Takes what has arrived, and sends what had no room before; for the reader. */
    void ready(SelectionKey ready, ByteBuffer buffer) {
        try {
            if (ready.isConnectable() && channel.finishConnect()) {
                ready.interestOpsAnd(~SelectionKey.OP_CONNECT);
                ready.interestOpsOr(SelectionKey.OP_READ);
            }
            if (ready.isReadable()) {
                read(buffer);
            }
            if (ready.isValid() && ready.isWritable()) {
                sendRest(ready);
            }
        } catch (IOException | RuntimeException e) {
            fail(e);
        }
    }

    /** An answer that did not come in time may still come, and would be taken for another's; for the reader. */
    void failIfLate(long nowNanos) {
        Exchange exchange = underWay.get();
        if (exchange != null && nowNanos - exchange.startNanos > timeout.toNanos()) {
            fail(new SocketTimeoutException("no answer within " + timeout.toMillis() + " ms"));
        }
    }

    /** Whoever waits for an answer gets this instead. */
    void fail(Exception cause) {
        // Before the channel is closed, which others may see and take for the cause.
        Exchange exchange = underWay.getAndSet(null);
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone either way.
        }
        // Its socket stays open until the reader has let go of it.
        reader.wakeUp();
        fail(exchange, cause);
        // Where nothing was under way, a request may have begun before the channel was closed.
        fail(underWay.getAndSet(null), cause);
    }

    private static void fail(@Nullable Exchange exchange, Exception cause) {
        if (exchange != null) {
            exchange.completeExceptionally(cause instanceof IOException ? cause : new IOException(cause));
        }
    }

    private void send(ByteBuffer request) throws IOException {
        if (channel.isConnected()) {
            channel.write(request);
        }
        if (request.hasRemaining()) {
            unsent = request;
            key.interestOpsOr(SelectionKey.OP_WRITE);
            reader.wakeUp();
        }
    }

    private void sendRest(SelectionKey ready) throws IOException {
        ByteBuffer request = unsent;
        if (request != null && request.hasRemaining()) {
            channel.write(request);
        }
        if (request == null || !request.hasRemaining()) {
            ready.interestOpsAnd(~SelectionKey.OP_WRITE);
            unsent = null;
        }
    }

    private void read(ByteBuffer buffer) throws IOException {
        int bytes = channel.read(buffer.clear());
        buffer.flip();
        if (underWay.get() == null) {
            throw new IOException("the end, or an answer that nobody waits for");
        }
        Answer answer = bytes < 0 ? parser.end() : parser.read(buffer);
        if (answer == null) {
            return;
        }
        if (bytes < 0 || buffer.hasRemaining()) {
            // What comes after an answer would be taken for the next one's.
            channel.close();
        }
        usedNanos = System.nanoTime();
        Exchange exchange = underWay.getAndSet(null);
        if (exchange != null) {
            exchange.complete(answer);
        }
    }
}
