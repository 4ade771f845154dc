package io.tapgateway.mcp.protocol;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 of texts, in hexadecimal: what tells definitions, and names that had to be cut, apart. Stateless. */
public final class Fingerprint {
    private static final int BRIEF_DIGITS = 8;

    private Fingerprint() {}

    /** All 64 digits. */
    public static String of(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The first eight digits, which stand behind what is left of a name (M-021, M-062). */
    public static String brief(String name) {
        return of(name).substring(0, BRIEF_DIGITS);
    }
}
