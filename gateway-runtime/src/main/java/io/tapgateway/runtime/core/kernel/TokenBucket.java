package io.tapgateway.runtime.core.kernel;

/** A steady rate with a burst on top. Confined to the loop. */
public final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double perNano;
    private final double capacity;
    private double available;
    private long filledAt;

    /** @param burst what a peer that has been quiet may take at once */
    public TokenBucket(double perSecond, double burst, long now) {
        this.perNano = perSecond / NANOS_PER_SECOND;
        this.capacity = burst;
        this.available = burst;
        this.filledAt = now;
    }

    /** Takes {@code amount}, if that much is there. */
    public boolean tryTake(double amount, long now) {
        available = Math.min(capacity, available + (now - filledAt) * perNano);
        filledAt = now;
        if (available < amount) {
            return false;
        }
        available -= amount;
        return true;
    }
}
