package trading.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** An issuer of tokens, with a key of its own. Any thread may call it. */
public final class Tokens {

    /** Its name in tokens. */
    public static final String ISSUER = "https://issuer.test";
    /** Whom its tokens are for. */
    public static final String AUDIENCE = "trading";

    private final KeyPair keys = newKeys();

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2_048);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What it signs with, and what its signatures are checked by. */
    public KeyPair keys() {
        return keys;
    }

    /** The public key as {@code openssl rsa -pubout} writes it. */
    public String publicKey() {
        return "-----BEGIN PUBLIC KEY-----\n" + Base64.getMimeEncoder().encodeToString(keys.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    /** What a gateway is told to ask for tokens of this issuer, as arguments. */
    public String[] arguments() {
        return settings().entrySet().stream().map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
    }

    /** The same as environment variables. */
    public Map<String, String> environment() {
        return settings().entrySet().stream().collect(Collectors.toMap(
                setting -> setting.getKey().replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT),
                Map.Entry::getValue));
    }

    private Map<String, String> settings() {
        try {
            Path file = Files.createTempFile("issuer-", ".pem");
            file.toFile().deleteOnExit();
            Files.writeString(file, publicKey());
            return Map.of("trading.security.mode", "jwt", "trading.security.issuer", ISSUER,
                    "spring.security.oauth2.resourceserver.jwt.public-key-location", file.toUri().toString(),
                    "spring.security.oauth2.resourceserver.jwt.audiences", AUDIENCE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a good token says. */
    public static JWTClaimsSet.Builder claims(String subject) {
        return new JWTClaimsSet.Builder().subject(subject).issuer(ISSUER).audience(AUDIENCE)
                .expirationTime(Date.from(Instant.now().plusSeconds(600)));
    }

    /** A token that says this, signed as usual. */
    public String signed(JWTClaimsSet.Builder claims) {
        return signed(new JWSHeader.Builder(JWSAlgorithm.RS256), claims);
    }

    /** A token that says this, signed as its header has it. */
    public String signed(JWSHeader.Builder header, JWTClaimsSet.Builder claims) {
        try {
            SignedJWT token = new SignedJWT(header.build(), claims.build());
            token.sign(new RSASSASigner(keys.getPrivate()));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A good token of a user. */
    public String of(String subject) {
        return signed(claims(subject));
    }

    /** A good token of who sees all. */
    public String ofOperator(String subject) {
        return signed(claims(subject).claim("scope", "read operator"));
    }
}
