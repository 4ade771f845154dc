package io.tapgateway.testkit.simulation.world;

import io.tapgateway.runtime.core.kernel.Entropy;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** All randomness of a simulation: the same seed throws the same. Confined to one simulation. */
public final class Dice {
    private static final long MILLI = 1_000_000;

    private final SplittableRandom random;

    /** Throws as that seed does. */
    public Dice(long seed) {
        random = new SplittableRandom(seed);
    }

    /** True in that share of throws. */
    public boolean chance(double share) {
        return random.nextDouble() < share;
    }

    /** A number from {@code least} to {@code most}. */
    public int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    /** A duration in nanoseconds up to {@code mostMillis}, more often short than long. */
    public long duration(long mostMillis) {
        double share = random.nextDouble();
        return (long) (share * share * mostMillis * MILLI);
    }

    /** One of them. */
    public <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Ids and secrets as unique as real ones, and the same for the same seed. */
    public Entropy entropy() {
        SplittableRandom own = random.split();
        return new Entropy() {
            @Override
            public String id() {
                return HexFormat.of().toHexDigits(own.nextLong())
                        + HexFormat.of().toHexDigits(own.nextLong());
            }

            @Override
            public String secret() {
                return id() + id();
            }

            @Override
            public String code() {
                return String.format(Locale.ROOT, "%06d", own.nextInt(1_000_000));
            }

            @Override
            public long jitter(long bound) {
                return bound == 0 ? 0 : own.nextLong(bound);
            }
        };
    }
}
