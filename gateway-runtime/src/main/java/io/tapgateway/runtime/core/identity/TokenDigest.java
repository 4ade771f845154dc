package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.model.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a token: its SHA-256, the key of maps. Two are compared in a time that does not depend on where they
 * differ (D-043, T-10), and as nobody can choose the digest of a token, the place that a map looks at says nothing
 * about one either. Immutable.
 */
final class TokenDigest {
    private final byte[] digest;

    private TokenDigest(byte[] digest) {
        this.digest = digest;
    }

    static TokenDigest of(String token) {
        return new TokenDigest(Sha256.of(token));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TokenDigest that && MessageDigest.isEqual(digest, that.digest);
    }

    @Override
    public int hashCode() {
        return ByteBuffer.wrap(digest).getInt();
    }

    @Override
    public String toString() {
        return "the digest of a token";
    }
}
