package io.tapgateway.benchmarks.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The rounds of one scenario, all targets side by side; what is compared ran in the same round. Not thread-safe. */
final class Comparison {
    /** Rounds that differ by more than this do not tell much. */
    private static final double NOISY = 1.3;

    private final Map<String, List<Measurement>> rounds = new LinkedHashMap<>();

    void add(String target, Measurement measurement) {
        rounds.computeIfAbsent(target, name -> new ArrayList<>()).add(measurement);
    }

    /** A line for each target, with ratios to the first. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        String reference = rounds.keySet().iterator().next();
        rounds.forEach((name, measured) -> lines.add(String.format(
                "  %-10s %9.0f/s   p50 %7.1f  p99 %7.1f  p99.9 %8.1f us   cpu %6.2f us   %s",
                name,
                median(measured, Measurement::perSecond),
                median(measured, Measurement::p50Nanos) / 1e3,
                median(measured, Measurement::p99Nanos) / 1e3,
                median(measured, Measurement::p999Nanos) / 1e3,
                median(measured, Measurement::cpuNanos) / 1e3,
                name.equals(reference) ? "" : ratios(rounds.getOrDefault(reference, List.of()), measured))));
        return lines;
    }

    private static String ratios(List<Measurement> reference, List<Measurement> measured) {
        return "rate " + ratio(reference, measured, Measurement::perSecond)
                + "  p50 " + ratio(reference, measured, Measurement::p50Nanos)
                + "  cpu " + ratio(reference, measured, Measurement::cpuNanos);
    }

    private static String ratio(
            List<Measurement> reference, List<Measurement> measured, ToDoubleFunction<Measurement> value) {
        double[] ratios = new double[measured.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = value.applyAsDouble(measured.get(i)) / value.applyAsDouble(reference.get(i));
        }
        Arrays.sort(ratios);
        boolean noisy = ratios[ratios.length - 1] > NOISY * ratios[0];
        return String.format(
                "%.2f (%.2f-%.2f)%s",
                ratios[ratios.length / 2], ratios[0], ratios[ratios.length - 1], noisy ? "!" : "");
    }

    private static double median(List<Measurement> measured, ToDoubleFunction<Measurement> value) {
        double[] values = measured.stream().mapToDouble(value).sorted().toArray();
        return values[values.length / 2];
    }
}
