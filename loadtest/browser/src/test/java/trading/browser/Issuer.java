package trading.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;

/** Whose tokens count at a gateway that was told so. */
final class Issuer {

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final KeyPair keys;

    Issuer() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2_048);
        keys = generator.generateKeyPair();
    }

    /** What a stack's gateway is told, with the key in a file in this folder. */
    Map<String, String> settings(Path folder) throws IOException {
        Path key = Files.writeString(folder.resolve("issuer.pem"), "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(keys.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n");
        return Map.of("TRADING_SECURITY_MODE", "jwt", "TRADING_SECURITY_ISSUER", "test",
                "SPRING_SECURITY_OAUTH2_RESOURCESERVER_JWT_PUBLICKEYLOCATION", key.toUri().toString(),
                "SPRING_SECURITY_OAUTH2_RESOURCESERVER_JWT_AUDIENCES", "trading");
    }

    /** A token of a user, good for some minutes. */
    String token(String user) throws GeneralSecurityException {
        String unsigned = encoded("{\"alg\":\"RS256\"}") + '.'
                + encoded("{\"iss\":\"test\",\"aud\":\"trading\",\"sub\":\"" + user + "\",\"exp\":"
                        + Instant.now().plusSeconds(600).getEpochSecond() + '}');
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(keys.getPrivate());
        signature.update(unsigned.getBytes(UTF_8));
        return unsigned + '.' + ENCODER.encodeToString(signature.sign());
    }

    private static String encoded(String json) {
        return ENCODER.encodeToString(json.getBytes(UTF_8));
    }
}
