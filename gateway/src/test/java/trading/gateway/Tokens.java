package trading.gateway;

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

/** An issuer of tokens, with a key of its own. */
public final class Tokens {

    public static final String ISSUER = "https://issuer.test";
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

    public KeyPair keys() {
        return keys;
    }

    /** The public key as {@code openssl rsa -pubout} writes it. */
    public String publicKey() {
        return "-----BEGIN PUBLIC KEY-----\n" + Base64.getMimeEncoder().encodeToString(keys.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    /** What a gateway is told to ask for tokens of this issuer. */
    public String[] settings() {
        try {
            Path file = Files.createTempFile("issuer-", ".pem");
            file.toFile().deleteOnExit();
            Files.writeString(file, publicKey());
            return new String[]{"--trading.security.mode=jwt", "--trading.security.issuer=" + ISSUER,
                "--spring.security.oauth2.resourceserver.jwt.public-key-location=" + file.toUri(),
                "--spring.security.oauth2.resourceserver.jwt.audiences=" + AUDIENCE};
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a good token says. */
    public static JWTClaimsSet.Builder claims(String subject) {
        return new JWTClaimsSet.Builder().subject(subject).issuer(ISSUER).audience(AUDIENCE)
                .expirationTime(Date.from(Instant.now().plusSeconds(600)));
    }

    public String signed(JWTClaimsSet.Builder claims) {
        return signed(new JWSHeader.Builder(JWSAlgorithm.RS256), claims);
    }

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
