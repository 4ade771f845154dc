package io.tapgateway.benchmarks.footprint;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What was measured, and what it should be. Immutable.
 *
 * @param target empty if there is none
 */
record Figure(String what, String measured, Optional<Target> target) {
    record Target(String text, boolean met) {}

    static Figure of(String what, String measured) {
        return new Figure(what, measured, Optional.empty());
    }

    static Figure of(String what, String measured, String target, boolean met) {
        return new Figure(what, measured, Optional.of(new Target(target, met)));
    }

    static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(it -> it).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** The median, with the least and the greatest. */
    static String spread(List<Double> values, String format, String unit) {
        double[] sorted = values.stream().mapToDouble(it -> it).sorted().toArray();
        String[] texts = Arrays.stream(new double[] {median(values), sorted[0], sorted[sorted.length - 1]})
                .mapToObj(it -> String.format(Locale.ROOT, format, it))
                .toArray(String[]::new);
        return texts[0] + " " + unit + " (" + texts[1] + "-" + texts[2] + ")";
    }

    @Override
    public String toString() {
        String held = target.map(it -> "   target " + it.text + (it.met ? ", met" : ", MISSED"))
                .orElse("");
        return String.format("%-42s %s%s", what, measured, held);
    }
}
