package io.tapgateway.benchmarks.load;

import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One kind of load. Immutable.
 *
 * @param connections how many providers
 * @param inFlight calls at a time on each
 * @param payloadBytes size of a message in each direction
 */
public record Scenario(int connections, int inFlight, int payloadBytes, Kind kind) {
    /** What is done. */
    public enum Kind {
        /** Calls, or echoes. */
        CALLS(""),
        /** Calls for which another provider's leave is needed. */
        GATED("+gate"),
        /** No calls: providers push, as many in a batch as else are in flight. */
        PUSHES("+push");

        private final String suffix;

        Kind(String suffix) {
            this.suffix = suffix;
        }
    }

    private static final Pattern FORM = Pattern.compile("(\\d+)x(\\d+)x(\\d+)(\\+gate|\\+push)?");

    /** What a call says besides its arguments. */
    public static final int ENVELOPE = 130;

    /** What the acceptance figures are about, and what surrounds them. */
    static final List<Scenario> STANDARD = List.of(
            new Scenario(1, 1, 150),
            new Scenario(1, 16, 150),
            new Scenario(1, 64, 150),
            new Scenario(50, 16, 150),
            new Scenario(1, 16, 4 << 10),
            new Scenario(1, 4, 1 << 20),
            new Scenario(1, 1, 150, Kind.GATED),
            new Scenario(1, 64, 150, Kind.GATED),
            new Scenario(1, 64, 150, Kind.PUSHES));

    /** Calls. */
    public Scenario(int connections, int inFlight, int payloadBytes) {
        this(connections, inFlight, payloadBytes, Kind.CALLS);
    }

    /** Reads {@code 1x64x150} and {@code 1x64x150+gate}. */
    static Scenario parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "a scenario is CONNECTIONSxINFLIGHTxBYTES, with +gate or +push behind it if wanted, for example 1x64x150, not "
                            + text);
        }
        String suffix = Objects.requireNonNullElse(parts.group(4), "");
        Kind kind = Stream.of(Kind.values())
                .filter(it -> it.suffix.equals(suffix))
                .findFirst()
                .orElseThrow();
        return new Scenario(number(parts, 1), number(parts, 2), number(parts, 3), kind);
    }

    private static int number(Matcher parts, int group) {
        return Integer.parseInt(parts.group(group));
    }

    /** As much of something else. */
    Scenario as(Kind other) {
        return new Scenario(connections, inFlight, payloadBytes, other);
    }

    /** A text that makes a message of about that size. */
    String text() {
        return "x".repeat(Math.max(1, payloadBytes - ENVELOPE));
    }

    @Override
    public String toString() {
        return connections + "x" + inFlight + "x" + payloadBytes + kind.suffix;
    }
}
