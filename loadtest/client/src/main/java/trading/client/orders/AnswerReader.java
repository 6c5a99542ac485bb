package trading.client.orders;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * One thread that reads the answers of many connections: all that have arrived, each time that it wakes. Threads that each wait for
 * their own socket are woken one by one, by way of the JDK's pollers, and to wake one takes a machine more than to read an
 * answer. Safe for use by any thread.
 */
final class AnswerReader implements AutoCloseable {

    /** An answer of one order is a few hundred bytes; longer ones are read in pieces. */
    private static final int BUFFER = 16 * 1024;

    /** What is late is found late by at most this share of its time. */
    private static final int LATER_SHARE = 10;

    private final Selector selector;
    private final Duration betweenLooks;
    private volatile boolean closed;

    /** @param timeout of an answer */
    AnswerReader(Duration timeout) {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        betweenLooks = timeout.dividedBy(LATER_SHARE).plusMillis(1);
        Thread.ofPlatform().daemon().name("answers").start(this::run);
    }

    /** The connection is told from now on when its channel is ready for what it waits for, which is nothing yet. */
    SelectionKey register(SocketChannel channel, HttpConnection connection) throws IOException {
        try {
            SelectionKey key = channel.register(selector, 0, connection);
            if (closed) {
                throw new IOException("no answers are read any more");
            }
            return key;
        } catch (ClosedSelectorException e) {
            throw new IOException("no answers are read any more", e);
        }
    }

    /** Something changed that only shows when it next looks: what it is to wait for, or a connection that was closed. */
    void wakeUp() {
        selector.wakeup();
    }

    /** What is still waited for fails. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }

    private void run() {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        long lookedNanos = System.nanoTime();
        try (selector) {
            try {
                while (!closed) {
                    long leftNanos = lookedNanos + betweenLooks.toNanos() - System.nanoTime();
                    // Rounded up: without a time, it would wait for ever.
                    selector.select(key -> connection(key).ready(key, buffer),
                            Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNanos) + 1));
                    long nowNanos = System.nanoTime();
                    if (nowNanos - lookedNanos >= betweenLooks.toNanos()) {
                        lookedNanos = nowNanos;
                        selector.keys().forEach(key -> connection(key).failIfLate(nowNanos));
                    }
                }
            } finally {
                closed = true;
                selector.keys().forEach(key -> connection(key).fail(new IOException("no answers are read any more")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HttpConnection connection(SelectionKey key) {
        return (HttpConnection) key.attachment();
    }
}
