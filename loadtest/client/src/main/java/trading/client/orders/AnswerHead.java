package trading.client.orders;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.Arrays;

/** What a client goes by in an HTTP/1.1 answer's head, line by line, without text made of what it does not. For one thread. */
final class AnswerHead {

    static final int MAX_HEADERS = 100;

    private static final int LEAST_FINAL = 200;
    private static final int NO_CONTENT = 204;
    private static final byte[] VERSION = "HTTP/1.".getBytes(US_ASCII);
    private static final byte[] CONTENT_LENGTH = "content-length".getBytes(US_ASCII);
    private static final byte[] TRANSFER_ENCODING = "transfer-encoding".getBytes(US_ASCII);
    private static final byte[] CHUNKED = "chunked".getBytes(US_ASCII);
    private static final byte[] CONNECTION = "connection".getBytes(US_ASCII);
    private static final byte[] CLOSE = "close".getBytes(US_ASCII);
    private static final byte[] RETRY_AFTER = "retry-after".getBytes(US_ASCII);
    private static final int CODE_AT = VERSION.length + 2;
    private static final int CODE_END = CODE_AT + 3;

    private int status;
    private int headers;
    private int length;
    private int retryAfterSeconds;
    private boolean chunked;
    private boolean keptAlive = true;

    /** Begins another one with its first line. */
    void begin(byte[] bytes, int from, int end) throws IOException {
        if (!isStatusLine(bytes, from, end)) {
            throw new IOException("not an HTTP answer: " + text(bytes, from, end));
        }
        status = number(bytes, from + CODE_AT, from + CODE_END, 10);
        keptAlive = bytes[from + VERSION.length] == '1';
        headers = 0;
        length = -1;
        retryAfterSeconds = -1;
        chunked = false;
    }

    /** Takes a header. */
    void header(byte[] bytes, int from, int end) throws IOException {
        count();
        int colon = from;
        while (colon < end && bytes[colon] != ':') {
            colon++;
        }
        if (isWord(CONTENT_LENGTH, bytes, from, colon)) {
            length = number(bytes, colon + 1, end, 10);
        } else if (isWord(TRANSFER_ENCODING, bytes, from, colon)) {
            int last = endOfWords(bytes, colon, end);
            chunked = isWord(CHUNKED, bytes, Math.max(colon, last - CHUNKED.length), last);
        } else if (isWord(CONNECTION, bytes, from, colon)) {
            keptAlive = !isWord(CLOSE, bytes, startOfWords(bytes, colon + 1, end), endOfWords(bytes, colon, end));
        } else if (isWord(RETRY_AFTER, bytes, from, colon)) {
            retryAfterSeconds = numberOrLess(bytes, colon + 1, end, 10);
        }
    }

    /** One more header, or a trailer, of which nothing but their number counts. */
    void count() throws IOException {
        if (++headers > MAX_HEADERS) {
            throw new IOException("more than " + MAX_HEADERS + " headers");
        }
    }

    int status() {
        return status;
    }

    /** Whether another answer to the same request comes after this one. */
    boolean isInterim() {
        return status < LEAST_FINAL;
    }

    boolean hasBody() {
        return status >= LEAST_FINAL && status != NO_CONTENT;
    }

    /** Of the body in bytes, negative if the head does not say it. */
    int length() {
        return length;
    }

    /** For how long the server asks to be left alone, negative if it does not say, or says a date. */
    int retryAfterSeconds() {
        return retryAfterSeconds;
    }

    boolean isChunked() {
        return chunked;
    }

    /** Whether the server leaves the connection open after this answer. */
    boolean isKeptAlive() {
        return keptAlive && (!hasBody() || chunked || length >= 0);
    }

    /** A length, with spaces around it or without. */
    static int number(byte[] bytes, int from, int end, int radix) throws IOException {
        int number = numberOrLess(bytes, from, end, radix);
        if (number < 0) {
            int first = startOfWords(bytes, from, end);
            throw new IOException("not a length: " + text(bytes, first, endOfWords(bytes, first, end)));
        }
        return number;
    }

    /** The number, or a negative one if it is none. */
    private static int numberOrLess(byte[] bytes, int from, int end, int radix) {
        int first = startOfWords(bytes, from, end);
        int last = endOfWords(bytes, first, end);
        long number = first < last ? 0 : -1;
        for (int i = first; i < last && number >= 0; i++) {
            int digit = Character.digit(bytes[i], radix);
            number = digit < 0 || number > Integer.MAX_VALUE ? -1 : number * radix + digit;
        }
        return number > Integer.MAX_VALUE ? -1 : (int) number;
    }

    private static boolean isStatusLine(byte[] bytes, int from, int end) {
        int code = from + CODE_AT;
        int codeEnd = from + CODE_END;
        return end >= codeEnd && Arrays.equals(bytes, from, from + VERSION.length, VERSION, 0, VERSION.length)
                && bytes[code - 1] == ' ' && bytes[code] >= '1' && bytes[code] <= '5' && isDigit(bytes[code + 1])
                && isDigit(bytes[code + 2]) && (end == codeEnd || bytes[codeEnd] == ' ');
    }

    private static int startOfWords(byte[] bytes, int from, int end) {
        int start = from;
        while (start < end && isSpace(bytes[start])) {
            start++;
        }
        return start;
    }

    private static int endOfWords(byte[] bytes, int from, int end) {
        int last = end;
        while (last > from && isSpace(bytes[last - 1])) {
            last--;
        }
        return last;
    }

    private static boolean isSpace(byte next) {
        return next == ' ' || next == '\t';
    }

    private static boolean isDigit(byte next) {
        return next >= '0' && next <= '9';
    }

    /** Whether this is the word, in whatever case. */
    private static boolean isWord(byte[] lowerCase, byte[] bytes, int from, int end) {
        if (end - from != lowerCase.length) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            byte next = bytes[from + i];
            if (lowerCase[i] != (next >= 'A' && next <= 'Z' ? next + 'a' - 'A' : next)) {
                return false;
            }
        }
        return true;
    }

    private static String text(byte[] bytes, int from, int end) {
        return new String(bytes, from, end - from, US_ASCII);
    }
}
