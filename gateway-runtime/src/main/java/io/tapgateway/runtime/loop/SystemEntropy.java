package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.core.kernel.Entropy;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/** The machine's randomness, fetched in bulk because ids are made for every call. Confined to the loop. */
final class SystemEntropy implements Entropy {
    private static final int ID_BYTES = 16;
    private static final int SECRET_BYTES = 32;
    private static final int CODES = 1_000_000;
    private static final int BATCH = 4_096;

    private final SecureRandom random = new SecureRandom();
    private final byte[] batch = new byte[BATCH];
    private int used = BATCH;

    @Override
    public String id() {
        int at = take(ID_BYTES);
        return HexFormat.of().formatHex(batch, at, at + ID_BYTES);
    }

    @Override
    public String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public String code() {
        return String.format(Locale.ROOT, "%06d", random.nextInt(CODES));
    }

    @Override
    public long jitter(long bound) {
        return bound == 0 ? 0 : random.nextLong(bound);
    }

    private int take(int bytes) {
        if (used + bytes > BATCH) {
            random.nextBytes(batch);
            used = 0;
        }
        int at = used;
        used += bytes;
        return at;
    }
}
