package io.tapgateway.benchmarks.load;

/**
 * Tells when a process has become as fast as it gets: a gateway is more code than an echo, and its compilers, which
 * share the processors with everybody, are at work for longer. Not thread-safe.
 */
public final class WarmUp {
    /** Rounds in a row that are hardly better than the best before them. */
    private static final int STEADY_ROUNDS = 3;

    /** So much less processor time is better, and not noise. */
    private static final double BETTER = 0.97;

    private static final int MOST_ROUNDS = 60;

    private double best = Double.MAX_VALUE;
    private int steady;
    private int rounds;

    /**
     * Takes a round in, and returns whether there has to be another.
     *
     * @param cost of a call in that round, in whatever unit
     */
    public boolean goesOnAfter(double cost) {
        rounds++;
        if (cost < best * BETTER) {
            best = cost;
            steady = 0;
        } else {
            steady++;
        }
        return steady < STEADY_ROUNDS && rounds < MOST_ROUNDS;
    }
}
