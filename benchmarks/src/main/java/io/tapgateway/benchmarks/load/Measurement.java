package io.tapgateway.benchmarks.load;

import org.HdrHistogram.Histogram;

/**
 * What one run of a scenario showed. Immutable.
 *
 * @param perSecond round trips
 * @param p50Nanos from asking to the answer
 * @param cpuNanos time of the server's process for each round trip
 */
public record Measurement(double perSecond, long p50Nanos, long p99Nanos, long p999Nanos, double cpuNanos) {
    static Measurement of(Histogram latencies, long elapsedNanos, long cpuNanos) {
        long count = latencies.getTotalCount();
        return new Measurement(
                count * 1e9 / elapsedNanos,
                latencies.getValueAtPercentile(50),
                latencies.getValueAtPercentile(99),
                latencies.getValueAtPercentile(99.9),
                count == 0 ? 0 : (double) cpuNanos / count);
    }

    /** As a line between processes. */
    String line() {
        return perSecond + " " + p50Nanos + " " + p99Nanos + " " + p999Nanos + " " + cpuNanos;
    }

    static Measurement parse(String line) {
        String[] parts = line.split(" ", -1);
        return new Measurement(
                Double.parseDouble(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3]),
                Double.parseDouble(parts[4]));
    }
}
