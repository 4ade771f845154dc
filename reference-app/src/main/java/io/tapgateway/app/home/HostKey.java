package io.tapgateway.app.home;

import java.security.SecureRandom;

/**
 * What session hosts and the gateway prove to each other that they can read (D-012): new with every start, worthless
 * after it. Immutable.
 */
public final class HostKey {
    private static final int RANDOM_BYTES = 32;

    private final byte[] bytes;

    private HostKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A key that nobody knows yet. */
    public static HostKey generate() {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        return new HostKey(random);
    }

    /** The content of the file, as it is. */
    public byte[] bytes() {
        return bytes.clone();
    }
}
