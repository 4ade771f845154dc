package io.tapgateway.runtime.core.identity;

import io.tapgateway.runtime.core.kernel.Entropy;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/** Six digits that work once, compared in constant time and forgotten after use (D-048, T-10). Confined to the loop. */
final class PairingCode {
    private static final int LENGTH = 6;

    /** Occurs in no text. */
    private static final byte NO_CHARACTER = (byte) 0xFF;

    private final byte[] digits;

    private PairingCode(byte[] digits) {
        this.digits = digits;
    }

    static PairingCode random(Entropy entropy) {
        return new PairingCode(entropy.code().getBytes(StandardCharsets.US_ASCII));
    }

    /** For the one line of the timeline that shows it. */
    String reveal() {
        return new String(digits, StandardCharsets.US_ASCII);
    }

    /** Whether that is what was typed; whatever is not six characters long never is. */
    boolean matches(String typed) {
        byte[] given = typed.getBytes(StandardCharsets.UTF_8);
        return given.length == LENGTH && MessageDigest.isEqual(digits, given);
    }

    /** Forgets the digits; nothing matches any more. */
    void wipe() {
        Arrays.fill(digits, NO_CHARACTER);
    }

    @Override
    public String toString() {
        return "PairingCode[****]";
    }
}
