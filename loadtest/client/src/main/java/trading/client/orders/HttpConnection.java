package trading.client.orders;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * One kept-alive HTTP/1.1 connection, with as little work for a request as there can be: a client that shares its machine with
 * what it measures takes its time away from it. For one thread at a time.
 */
final class HttpConnection implements AutoCloseable {

    private static final int MAX_HEADERS = 100;
    private static final int MAX_LINE = 8 * 1024;
    private static final int MAX_BODY = 16 * 1024 * 1024;
    private static final int BUFFER = 4 * 1024;
    private static final int LEAST_WITH_BODY = 200;
    private static final int NO_CONTENT = 204;

    private final Socket socket = new Socket();
    private final InputStream in;
    private boolean keptAlive = true;
    private long usedNanos = System.nanoTime();

    /** An answer's status and body. */
    record Answer(int status, String body) {}

    /** Connects. */
    HttpConnection(InetSocketAddress address, Duration timeout) throws IOException {
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
            socket.connect(address, Math.toIntExact(timeout.toMillis()));
            in = new BufferedInputStream(socket.getInputStream(), BUFFER);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Sends a request and waits for its answer. After an exception, the connection is of no more use.
     *
     * @param request head and body
     */
    Answer exchange(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        Answer answer;
        do {
            answer = read();
        } while (answer.status() < LEAST_WITH_BODY);
        usedNanos = System.nanoTime();
        return answer;
    }

    /** Whether another request can be sent: the server has not said otherwise, and has had no long time to close it. */
    boolean isUsable(Duration longestIdle) {
        return keptAlive && System.nanoTime() - usedNanos < longestIdle.toNanos();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }

    private Answer read() throws IOException {
        String[] status = line().split(" ", 3);
        if (status.length < 2 || !status[0].startsWith("HTTP/1.") || !status[1].matches("[1-5][0-9]{2}")) {
            throw new IOException("not an HTTP answer: " + String.join(" ", status));
        }
        keptAlive = status[0].equals("HTTP/1.1");
        int code = Integer.parseInt(status[1]);
        int length = -1;
        boolean chunked = false;
        String header = line();
        for (int headers = 0; !header.isEmpty(); header = line()) {
            if (++headers > MAX_HEADERS) {
                throw new IOException("more than " + MAX_HEADERS + " headers");
            }
            int colon = header.indexOf(':');
            String value = colon < 0 ? "" : header.substring(colon + 1).strip();
            switch (colon < 0 ? "" : header.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "content-length" -> length = number(value, 10);
                case "transfer-encoding" -> chunked = value.toLowerCase(Locale.ROOT).endsWith("chunked");
                case "connection" -> keptAlive = !value.equalsIgnoreCase("close");
                default -> {
                    // Nothing that this client goes by.
                }
            }
        }
        if (code < LEAST_WITH_BODY || code == NO_CONTENT) {
            return new Answer(code, "");
        }
        if (chunked) {
            return new Answer(code, new String(chunks(), UTF_8));
        }
        if (length < 0) {
            keptAlive = false;
            return new Answer(code, new String(in.readNBytes(MAX_BODY), UTF_8));
        }
        return new Answer(code, new String(bytes(length), UTF_8));
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int length = chunkLength(); length > 0; length = chunkLength()) {
            if (body.size() + length > MAX_BODY) {
                throw new IOException("an answer of more than " + MAX_BODY + " bytes");
            }
            body.write(bytes(length));
            line();
        }
        while (!line().isEmpty()) {
            // Trailers say nothing here.
        }
        return body.toByteArray();
    }

    private int chunkLength() throws IOException {
        return number(line().replaceAll(";.*", "").strip(), 16);
    }

    private byte[] bytes(int length) throws IOException {
        if (length > MAX_BODY) {
            throw new IOException("an answer of " + length + " bytes");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the answer ended after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    private String line() throws IOException {
        byte[] line = new byte[128];
        int length = 0;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection was closed in the middle of an answer");
            }
            if (length == MAX_LINE) {
                throw new IOException("a header of more than " + MAX_LINE + " bytes");
            }
            if (length == line.length) {
                line = Arrays.copyOf(line, 2 * length);
            }
            line[length++] = (byte) next;
        }
        return new String(line, 0, length > 0 && line[length - 1] == '\r' ? length - 1 : length, US_ASCII);
    }

    private static int number(String text, int radix) throws IOException {
        try {
            return Integer.parseInt(text, radix);
        } catch (NumberFormatException e) {
            throw new IOException("not a length: " + text, e);
        }
    }
}
