package io.tapgateway.benchmarks.load;

import java.util.List;

/**
 * One kind of load. Immutable.
 *
 * @param connections how many providers
 * @param inFlight calls at a time on each
 * @param payloadBytes size of a message in each direction
 */
record Scenario(int connections, int inFlight, int payloadBytes) {
    /** What a call says besides its arguments. */
    static final int ENVELOPE = 130;

    /** What the acceptance figures are about, and what surrounds them. */
    static final List<Scenario> STANDARD = List.of(
            new Scenario(1, 1, 150),
            new Scenario(1, 16, 150),
            new Scenario(1, 64, 150),
            new Scenario(50, 16, 150),
            new Scenario(1, 16, 4 << 10),
            new Scenario(1, 4, 1 << 20));

    /** Reads {@code 1x64x150}. */
    static Scenario parse(String text) {
        String[] parts = text.split("x", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException(
                    "a scenario is CONNECTIONSxINFLIGHTxBYTES, for example 1x64x150, not " + text);
        }
        return new Scenario(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    /** A text that makes a message of about that size. */
    String text() {
        return "x".repeat(Math.max(1, payloadBytes - ENVELOPE));
    }

    @Override
    public String toString() {
        return connections + "x" + inFlight + "x" + payloadBytes;
    }
}
