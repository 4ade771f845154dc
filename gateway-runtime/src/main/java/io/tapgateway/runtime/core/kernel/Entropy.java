package io.tapgateway.runtime.core.kernel;

/** Where unpredictable names come from. Confined to the loop. */
public interface Entropy {
    /** 128 random bits as text without punctuation, for ids. */
    String id();

    /** 32 random bytes as base64url, for tokens (D-040). */
    String secret();

    /** Six random decimal digits, each of the million codes as likely as any other (D-048). */
    String code();

    /** A random number of nanoseconds from 0 up to {@code bound}, for jitter. */
    long jitter(long bound);
}
