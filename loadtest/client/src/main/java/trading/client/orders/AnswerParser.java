package trading.client.orders;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes answers of a connection's bytes, which may arrive cut anywhere. One that arrives in one piece, as nearly all do, is read
 * where it lies. After an exception it is of no more use. For one thread.
 */
@SuppressWarnings("ByteBufferBackingArray")
final class AnswerParser {

    static final int MAX_LINE = 8 * 1024;
    static final int MAX_BODY = 16 * 1024 * 1024;

    private final AnswerHead head = new AnswerHead();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
    private Part next = Part.STATUS;
    private byte[] line = new byte[0];
    private int lineLength;
    private int length;
    private int missing;

    /** What the next byte belongs to. */
    private enum Part {
        STATUS, HEADER, BODY, BODY_TO_END, CHUNK_LENGTH, CHUNK, CHUNK_END, TRAILER
    }

    /**
     * Takes bytes up to the end of an answer, interim ones left out.
     *
     * @param arrived has an array of its own, not a part of one
     * @return {@code null} if all are taken and more are needed
     */
    HttpConnection.@Nullable Answer read(ByteBuffer arrived) throws IOException {
        HttpConnection.Answer answer = null;
        while (answer == null && arrived.hasRemaining()) {
            answer = switch (next) {
                case BODY -> readBody(arrived);
                case CHUNK -> readChunk(arrived);
                case BODY_TO_END -> readToEnd(arrived);
                default -> readLine(arrived);
            };
        }
        return answer;
    }

    /** The connection has ended, and an answer was missing. */
    HttpConnection.Answer end() throws EOFException {
        return switch (next) {
            case BODY_TO_END -> whole();
            case BODY, CHUNK -> throw new EOFException(
                    "the answer ended after " + (length - missing) + " of " + length + " bytes");
            default -> throw new EOFException("the connection was closed in the middle of an answer");
        };
    }

    /** Whether the connection can be used for another request after the last answer. */
    boolean isKeptAlive() {
        return head.isKeptAlive();
    }

    private HttpConnection.@Nullable Answer readLine(ByteBuffer arrived) throws IOException {
        byte[] bytes = arrived.array();
        int from = arrived.position();
        int end = from;
        while (end < arrived.limit() && bytes[end] != '\n') {
            end++;
        }
        if (lineLength + end - from > MAX_LINE) {
            throw new IOException("a header of more than " + MAX_LINE + " bytes");
        }
        boolean whole = end < arrived.limit();
        arrived.position(whole ? end + 1 : end);
        if (whole && lineLength == 0) {
            return line(bytes, from, end);
        }
        keep(bytes, from, end);
        if (!whole) {
            return null;
        }
        int kept = lineLength;
        lineLength = 0;
        return line(line, 0, kept);
    }

    /** A line that has not all arrived yet has to wait: its bytes' place is used for others. */
    private void keep(byte[] bytes, int from, int end) {
        int kept = lineLength + end - from;
        if (kept > line.length) {
            line = Arrays.copyOf(line, Math.max(kept, 2 * line.length));
        }
        System.arraycopy(bytes, from, line, lineLength, end - from);
        lineLength = kept;
    }

    private HttpConnection.@Nullable Answer line(byte[] bytes, int from, int newline) throws IOException {
        int end = newline > from && bytes[newline - 1] == '\r' ? newline - 1 : newline;
        switch (next) {
            case STATUS -> {
                head.begin(bytes, from, end);
                next = Part.HEADER;
            }
            case HEADER -> {
                if (from == end) {
                    return headEnded();
                }
                head.header(bytes, from, end);
            }
            case CHUNK_LENGTH -> beginChunk(bytes, from, end);
            case CHUNK_END -> next = Part.CHUNK_LENGTH;
            case TRAILER -> {
                if (from == end) {
                    return whole();
                }
                head.count();
            }
            case BODY, BODY_TO_END, CHUNK -> throw new IllegalStateException(next + " has no lines");
        }
        return null;
    }

    private HttpConnection.@Nullable Answer headEnded() throws IOException {
        if (head.isInterim()) {
            next = Part.STATUS;
        } else if (!head.hasBody()) {
            return whole();
        } else if (head.isChunked()) {
            next = Part.CHUNK_LENGTH;
        } else if (head.length() < 0) {
            next = Part.BODY_TO_END;
        } else {
            expect(head.length());
            next = Part.BODY;
            return missing == 0 ? whole() : null;
        }
        return null;
    }

    private void expect(int bytes) throws IOException {
        if (bytes > MAX_BODY) {
            throw new IOException("an answer of " + bytes + " bytes");
        }
        length = bytes;
        missing = bytes;
    }

    private HttpConnection.@Nullable Answer readBody(ByteBuffer arrived) {
        if (missing == length && arrived.remaining() >= length) {
            String text = new String(arrived.array(), arrived.position(), length, UTF_8);
            arrived.position(arrived.position() + length);
            next = Part.STATUS;
            return answer(text);
        }
        take(arrived, missing);
        return missing == 0 ? whole() : null;
    }

    private HttpConnection.@Nullable Answer readChunk(ByteBuffer arrived) {
        take(arrived, missing);
        if (missing == 0) {
            next = Part.CHUNK_END;
        }
        return null;
    }

    private HttpConnection.@Nullable Answer readToEnd(ByteBuffer arrived) throws IOException {
        refuseMoreThan(MAX_BODY - body.size(), arrived.remaining());
        take(arrived, arrived.remaining());
        return null;
    }

    private void beginChunk(byte[] bytes, int from, int end) throws IOException {
        int lengthEnd = from;
        while (lengthEnd < end && bytes[lengthEnd] != ';') {
            lengthEnd++;
        }
        int chunk = AnswerHead.number(bytes, from, lengthEnd, 16);
        refuseMoreThan(MAX_BODY - body.size(), chunk);
        expect(chunk);
        next = chunk == 0 ? Part.TRAILER : Part.CHUNK;
    }

    private static void refuseMoreThan(int room, int bytes) throws IOException {
        if (bytes > room) {
            throw new IOException("an answer of more than " + MAX_BODY + " bytes");
        }
    }

    private void take(ByteBuffer arrived, int atMost) {
        int bytes = Math.min(atMost, arrived.remaining());
        body.write(arrived.array(), arrived.position(), bytes);
        arrived.position(arrived.position() + bytes);
        missing -= bytes;
    }

    private HttpConnection.Answer whole() {
        String text = body.size() == 0 ? "" : body.toString(UTF_8);
        body.reset();
        next = Part.STATUS;
        return answer(text);
    }

    private HttpConnection.Answer answer(String text) {
        return new HttpConnection.Answer(head.status(), text, head.retryAfterSeconds());
    }
}
