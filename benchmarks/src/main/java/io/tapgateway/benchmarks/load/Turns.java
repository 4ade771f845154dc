package io.tapgateway.benchmarks.load;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Option;

/** Two things that take turns: what is compared ran in the same round. Not thread-safe. */
public final class Turns {
    @Option(names = "--rounds", description = "measured rounds (default: ${DEFAULT-VALUE})")
    private int rounds = 9;

    @Option(names = "--seconds", description = "for each thing in a round (default: ${DEFAULT-VALUE})")
    private long seconds = 1;

    @Option(names = "--warm-up", description = "rounds for the compilers, before (default: ${DEFAULT-VALUE})")
    private int warmUp = 10;

    /** One of the two. */
    public interface Load {
        /** What it has cost in so many seconds, in microseconds. */
        double take(long seconds) throws IOException;
    }

    /**
     * What is compared. Immutable.
     *
     * @param figure of what its microseconds are
     */
    public record Named(String name, String figure, Load load) {
        /** The median of the times that something takes which is done again and again. */
        public static Named p50(String name, Runnable once) {
            return new Named(name, "p50", seconds -> median(once, seconds));
        }
    }

    /**
     * Prints what both cost, and how many of the other one costs.
     *
     * @param most how many of them it may cost
     */
    public void compare(Named one, Named other, double most) throws IOException {
        double ratio = compare(one, other);
        System.out.printf("at most %.2f: %s%n", most, ratio <= most ? "met" : "missed");
    }

    /**
     * Prints what both cost.
     *
     * @return how many of the other one costs
     */
    public double compare(Named one, Named other) throws IOException {
        double[] ones = new double[rounds];
        double[] others = new double[rounds];
        double[] ratios = new double[rounds];
        for (int round = -warmUp; round < rounds; round++) {
            double first = one.load().take(seconds);
            double second = other.load().take(seconds);
            if (round >= 0) {
                ones[round] = first;
                others[round] = second;
                ratios[round] = first / second;
            }
        }
        line(one, ones);
        line(other, others);
        Arrays.sort(ratios);
        System.out.printf(
                "%s costs %.2f (%.2f - %.2f) of %s%n",
                one.name(), middle(ratios), ratios[0], ratios[rounds - 1], other.name());
        return middle(ratios);
    }

    private static void line(Named what, double[] micros) {
        System.out.printf("%-24s %s %8.1f us%n", what.name(), what.figure(), middle(micros));
    }

    private static double median(Runnable once, long seconds) {
        Histogram latencies = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (long now = System.nanoTime(); now < end; ) {
            once.run();
            long then = System.nanoTime();
            latencies.recordValue(then - now);
            now = then;
        }
        return latencies.getValueAtPercentile(50) / 1e3;
    }

    private static double middle(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
