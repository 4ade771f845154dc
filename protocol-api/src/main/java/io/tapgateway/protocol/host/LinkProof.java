package io.tapgateway.protocol.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proof of knowing the key, in both directions and without saying it: an HMAC-SHA256 over who proves and both sides'
 * nonces (D-012). A program that squats on the port learns nothing it could use, and neither does one that dials in.
 * Immutable and thread-safe.
 */
public final class LinkProof {
    /** Length of a key, and of a nonce before base64url, in bytes. */
    public static final int BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";

    /** 32 bytes leave two bits of the last character unused. */
    private static final Pattern NONCE = Pattern.compile("[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]");

    /** Who proves something; a proof of one side is worthless as a proof of the other, so echoing one back fails. */
    public enum Side {
        GATEWAY,
        HOST
    }

    private final SecretKeySpec key;

    /**
     * @param key the content of the key file
     * @throws IllegalArgumentException if it is shorter than {@link #BYTES} bytes
     */
    public LinkProof(byte[] key) {
        if (key.length < BYTES) {
            throw new IllegalArgumentException("a link key has " + BYTES + " bytes, not " + key.length);
        }
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /**
     * The proof of one side for a connection with these nonces, in base64url.
     *
     * @param port where the gateway listens, which both sides know: a squatter on another port that passes everything
     *     on to the gateway and back cannot make the two agree
     */
    public String of(Side side, int port, String hostNonce, String gatewayNonce) {
        String said = "tap-gateway host link 1\n" + side + '\n' + port + '\n' + hostNonce + '\n' + gatewayNonce;
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(said.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java runtime has " + ALGORITHM, e);
        }
    }

    /** Random bytes as a nonce, in base64url. */
    public static String nonce(byte[] random) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /** Whether a text is a nonce as {@link #nonce} makes them. */
    static boolean isNonce(String text) {
        return NONCE.matcher(text).matches();
    }

    /** Whether that is the proof of that side; takes the same time wherever they differ. */
    public boolean verify(String proof, Side side, int port, String hostNonce, String gatewayNonce) {
        return MessageDigest.isEqual(
                proof.getBytes(UTF_8), of(side, port, hostNonce, gatewayNonce).getBytes(UTF_8));
    }

    @Override
    public String toString() {
        return "LinkProof[****]";
    }
}
