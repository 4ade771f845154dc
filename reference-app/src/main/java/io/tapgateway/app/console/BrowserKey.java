package io.tapgateway.app.console;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;

/**
 * The public half of a key that a browser keeps and cannot give away. Immutable.
 *
 * @param encoded as the browser sent it
 */
record BrowserKey(String encoded, PublicKey key) {
    /** An encoded P-256 key has 124 characters. */
    private static final int MAX_ENCODED = 200;

    private static final int FIELD_BITS = 256;

    /**
     * Reads a key.
     *
     * @param encoded SubjectPublicKeyInfo of a P-256 key in Base64
     * @return empty if it is none
     */
    static Optional<BrowserKey> read(String encoded) {
        if (encoded.length() > MAX_ENCODED) {
            return Optional.empty();
        }
        try {
            X509EncodedKeySpec spec = new X509EncodedKeySpec(Base64.getDecoder().decode(encoded));
            PublicKey key = KeyFactory.getInstance("EC").generatePublic(spec);
            return key instanceof ECPublicKey ec
                            && ec.getParams().getCurve().getField().getFieldSize() == FIELD_BITS
                    ? Optional.of(new BrowserKey(encoded, key))
                    : Optional.empty();
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Whether whoever holds the other half has signed the text. */
    boolean hasSigned(String text, String signature) {
        if (signature.length() > MAX_ENCODED) {
            return false;
        }
        try {
            Signature verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
            verifier.initVerify(key);
            verifier.update(text.getBytes(StandardCharsets.UTF_8));
            return verifier.verify(Base64.getDecoder().decode(signature));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }
}
