package io.tapgateway.runtime;

import io.tapgateway.protocol.model.CallId;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Names the calls of one session: 80 random bits, which no other session has, and a number (D-135). So a call has its
 * name before the loop has seen it, and to name one costs no more than to count. Thread-safe.
 */
public final class CallIds {
    private static final int RANDOM_BYTES = 10;
    private static final int DIGITS = 12;

    private final String prefix;
    private final AtomicLong next = new AtomicLong();

    private CallIds(String prefix) {
        this.prefix = prefix;
    }

    /** Those of a new session. */
    public static CallIds random(SecureRandom random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return new CallIds("call-" + HexFormat.of().formatHex(bytes));
    }

    /** The name of the next call. */
    public CallId next() {
        return new CallId(prefix + HexFormat.of().toHexDigits(next.getAndIncrement(), DIGITS));
    }
}
