package trading.client.orders;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** What is the same in all requests to one path, as bytes that bodies are put behind. Safe for use by any thread. */
final class RequestHead {

    private final byte[] head;

    /** @param head the first line and all headers but the body's length, each with its end */
    RequestHead(String head) {
        this.head = (head + "Content-Length: ").getBytes(US_ASCII);
    }

    /** A request with this body. */
    byte[] with(byte[] body, int length) {
        byte[] digits = (length + "\r\n\r\n").getBytes(US_ASCII);
        byte[] request = new byte[head.length + digits.length + length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(digits, 0, request, head.length, digits.length);
        System.arraycopy(body, 0, request, head.length + digits.length, length);
        return request;
    }
}
