package io.tapgateway.runtime.core.kernel;

/** Ids, secrets and codes in the order of the numbers, and no jitter. Confined to one test. */
public final class NumberedIds implements Entropy {
    private int next;

    @Override
    public String id() {
        return String.format("%016d", next++) + "0".repeat(16);
    }

    @Override
    public String secret() {
        return id();
    }

    @Override
    public String code() {
        return String.format("%06d", next++);
    }

    @Override
    public long jitter(long bound) {
        return 0;
    }
}
