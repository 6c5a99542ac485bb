package trading.baselines.tomcat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import trading.baselines.orders.Answer;
import trading.baselines.orders.OrderEntry;
import trading.baselines.orders.Request;

/** Hands requests over, and answers back. */
final class OrderServlet extends HttpServlet {

    private static final long serialVersionUID = 1;

    private final transient OrderEntry orders;

    OrderServlet(OrderEntry orders) {
        this.orders = orders;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] body = request.getInputStream().readNBytes(OrderEntry.MAX_BODY_BYTES);
        Answer answer = orders.answer(new ServletRequest(request, body));
        byte[] bytes = answer.bytes();
        response.setStatus(answer.status());
        response.setContentType(answer.contentType());
        answer.headers().forEach(response::setHeader);
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    private static final class ServletRequest implements Request {

        private final HttpServletRequest request;
        private final byte[] body;

        ServletRequest(HttpServletRequest request, byte[] body) {
            this.request = request;
            this.body = body;
        }

        @Override
        public String method() {
            return request.getMethod();
        }

        @Override
        public String path() {
            return request.getServletPath();
        }

        @Override
        public @Nullable String parameter(String name) {
            return request.getParameter(name);
        }

        @Override
        public byte[] body() {
            return body;
        }
    }
}
