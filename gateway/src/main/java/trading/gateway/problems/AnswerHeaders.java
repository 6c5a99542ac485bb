package trading.gateway.problems;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;

/**
 * What every answer says unless it says otherwise: that it is what its type says, whatever it looks like, and that nobody
 * keeps it. Set on the server's own headers, where that costs least.
 */
final class AnswerHeaders {

    private static final AsciiString CONTENT_TYPE_OPTIONS = AsciiString.cached("X-Content-Type-Options");
    private static final AsciiString NOSNIFF = AsciiString.cached("nosniff");

    private AnswerHeaders() {}

    static void set(HttpHeaders headers) {
        headers.set(CONTENT_TYPE_OPTIONS, NOSNIFF).set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
    }
}
