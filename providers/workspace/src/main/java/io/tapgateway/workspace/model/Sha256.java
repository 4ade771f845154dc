package io.tapgateway.workspace.model;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What bytes are told from others by: their SHA-256, in 64 hexadecimal digits. Stateless. */
public final class Sha256 {
    private Sha256() {}

    /** Of all of these bytes. */
    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(digest(bytes));
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
