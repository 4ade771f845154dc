package io.tapgateway.benchmarks.load;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Option;

/**
 * A call and an echo that take turns, one question at a time: what is compared ran in the same round. Not thread-safe.
 */
public final class Turns {
    @Option(names = "--rounds", description = "measured rounds (default: ${DEFAULT-VALUE})")
    private int rounds = 9;

    @Option(names = "--seconds", description = "for each thing in a round (default: ${DEFAULT-VALUE})")
    private long seconds = 1;

    @Option(names = "--warm-up", description = "rounds for the compilers, before (default: ${DEFAULT-VALUE})")
    private int warmUp = 3;

    /**
     * Prints what both cost.
     *
     * @return how many echoes a call costs
     */
    public double take(Runnable call, Runnable echo) {
        double[] calls = new double[rounds];
        double[] echoes = new double[rounds];
        double[] ratios = new double[rounds];
        for (int round = -warmUp; round < rounds; round++) {
            long one = median(call);
            long bare = median(echo);
            if (round >= 0) {
                calls[round] = one / 1e3;
                echoes[round] = bare / 1e3;
                ratios[round] = (double) one / bare;
            }
        }
        System.out.printf("call  p50 %8.1f us%necho  p50 %8.1f us%n", middle(calls), middle(echoes));
        System.out.printf("a call costs %.2f echoes%n", middle(ratios));
        return middle(ratios);
    }

    private long median(Runnable once) {
        Histogram latencies = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (long now = System.nanoTime(); now < end; ) {
            once.run();
            long then = System.nanoTime();
            latencies.recordValue(then - now);
            now = then;
        }
        return latencies.getValueAtPercentile(50);
    }

    private static double middle(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
