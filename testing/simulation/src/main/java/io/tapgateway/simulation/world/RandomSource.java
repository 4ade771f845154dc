package io.tapgateway.simulation.world;

import io.tapgateway.runtime.core.kernel.Entropy;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/** All randomness of a simulation: the same seed throws the same. Confined to one simulation. */
public final class RandomSource {
    /** In every secret, so that one can be found wherever it turns up. */
    public static final String SECRET = "hush-";

    /** What every pairing code begins with, for the same reason; real ones are digits throughout. */
    public static final String CODE = "#";

    private static final long MILLI = 1_000_000;

    private final long seed;
    private final SplittableRandom random;

    /** Throws as that seed does. */
    public RandomSource(long seed) {
        this.seed = seed;
        random = new SplittableRandom(scramble(seed));
    }

    /**
     * Other dice of the same seed, for one purpose. However often these are thrown makes no difference to those, so
     * leaving out one thing does not change the luck of another.
     */
    public RandomSource fork(String purpose) {
        return new RandomSource(scramble(seed) ^ scramble(purpose.hashCode()));
    }

    /** Neighbouring numbers must not give related streams. */
    private static long scramble(long number) {
        long mixed = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
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
        SplittableRandom own = random;
        // Not drawn each time: how many others there are must make no difference to anybody (I-58).
        double share = own.nextDouble();
        return new Entropy() {
            @Override
            public String id() {
                return HexFormat.of().toHexDigits(own.nextLong())
                        + HexFormat.of().toHexDigits(own.nextLong());
            }

            @Override
            public String secret() {
                return SECRET + id() + id();
            }

            @Override
            public String code() {
                return CODE + String.valueOf(100_000 + own.nextInt(100_000)).substring(1);
            }

            @Override
            public long jitter(long bound) {
                return (long) (share * bound);
            }
        };
    }
}
