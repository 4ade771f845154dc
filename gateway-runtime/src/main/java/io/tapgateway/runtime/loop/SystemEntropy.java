package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.core.kernel.Entropy;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The machine's randomness. Ids are made for every call, so they come from a cipher under a random key, which is ten
 * times as fast and as hard to guess; secrets come from the machine itself. Confined to the loop.
 */
final class SystemEntropy implements Entropy {
    private static final int ID_BYTES = 16;
    private static final int SECRET_BYTES = 32;
    private static final int CODES = 1_000_000;
    private static final int BATCH = 4_096;
    private static final int KEY_BYTES = 32;
    private static final int BLOCK_BYTES = 16;
    private static final byte[] ZEROS = new byte[BATCH];

    private final SecureRandom random = new SecureRandom();
    private final Cipher stream = stream(random);
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
            refill();
            used = 0;
        }
        int at = used;
        used += bytes;
        return at;
    }

    private void refill() {
        try {
            stream.update(ZEROS, 0, BATCH, batch);
        } catch (ShortBufferException e) {
            throw new IllegalStateException("refill: a stream cipher puts out what is put in", e);
        }
    }

    private static Cipher stream(SecureRandom random) {
        byte[] key = new byte[KEY_BYTES];
        byte[] start = new byte[BLOCK_BYTES];
        random.nextBytes(key);
        random.nextBytes(start);
        try {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(start));
            return cipher;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("stream: this platform has no AES", e);
        }
    }
}
