package trading.client.audit;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** 128 bits of a hash of some bytes: who has the same has the same bytes. */
record Fingerprint(long high, long low) {

    /** Of these bytes, one after another. */
    static Fingerprint of(byte[]... bytes) {
        MessageDigest digest = sha256();
        for (byte[] piece : bytes) {
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(piece.length).array());
            digest.update(piece);
        }
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        return new Fingerprint(hash.getLong(), hash.getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
