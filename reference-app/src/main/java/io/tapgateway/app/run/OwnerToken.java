package io.tapgateway.app.run;

import io.tapgateway.runtime.Secret;
import java.security.SecureRandom;
import java.util.Base64;

/** Makes the control port's key: new with every start, worthless after it. Thread-safe. */
final class OwnerToken {
    /** So that it is known for a token wherever it turns up (T-07). */
    private static final String PREFIX = "own-";

    private static final int RANDOM_BYTES = 32;

    private OwnerToken() {}

    static Secret generate() {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        return Secret.of(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random));
    }
}
