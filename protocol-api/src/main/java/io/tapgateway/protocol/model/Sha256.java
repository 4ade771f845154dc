package io.tapgateway.protocol.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What texts and files are told from others by where they themselves are too long, or too secret, to be kept (D-134).
 * Of a text it is that of its UTF-8. Stateless.
 */
@MayChange
public final class Sha256 {
    private static final int BRIEF_DIGITS = 8;

    private Sha256() {}

    /** The 32 bytes. */
    public static byte[] of(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The same of a text. */
    public static byte[] of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** All 64 hexadecimal digits. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(of(bytes));
    }

    /** The same of a text. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(of(text));
    }

    /** The first eight digits, which stand behind what is left of a name that had to be cut (M-021, M-062). */
    public static String brief(String text) {
        return hex(text).substring(0, BRIEF_DIGITS);
    }
}
