package trading.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.interfaces.RSAPublicKey;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import trading.testing.Tokens;

/** An issuer as OpenID Connect has it: says where its keys are, and which. */
final class KeyServer implements AutoCloseable {

    private final HttpServer server;
    private final AtomicInteger reads = new AtomicInteger();
    private volatile Tokens keys;

    KeyServer(Tokens keys) throws IOException {
        this.keys = keys;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/.well-known/openid-configuration", () -> "{\"issuer\":\"" + url() + "\",\"jwks_uri\":\"" + url()
                + "/keys\",\"subject_types_supported\":[\"public\"]}");
        answer("/keys", () -> {
            reads.incrementAndGet();
            return new JWKSet(key(this.keys)).toString();
        });
        server.start();
    }

    private void answer(String path, Supplier<String> json) {
        server.createContext(path, exchange -> {
            byte[] body = json.get().getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** How often it was asked for its keys. */
    int reads() {
        return reads.get();
    }

    /** From now on, these are its keys, and no others. */
    void has(Tokens others) {
        keys = others;
    }

    /** A token in its name that names its key. */
    String token(Tokens signer) {
        return signer.signed(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key(signer).getKeyID()),
                Tokens.claims("sue@security").issuer(url()));
    }

    private static RSAKey key(Tokens tokens) {
        RSAPublicKey key = (RSAPublicKey) tokens.keys().getPublic();
        return new RSAKey.Builder(key).keyID(key.getModulus().toString().substring(0, 16)).build();
    }

    /** Connects whoever comes, and answers none of them. */
    void holdBack() {
        server.removeContext("/keys");
        server.createContext("/keys", _ -> {
            // The exchange stays open.
        });
    }

    /** Nobody answers any more. */
    void fallSilent() {
        server.stop(0);
    }

    @Override
    public void close() {
        fallSilent();
    }
}
