package io.tapgateway.protocol.model;

import io.tapgateway.protocol.json.JsonValue;
import java.util.OptionalDouble;

/**
 * How far the work on a call is, in numbers that only its provider knows the meaning of (M-023): files, bytes, percent.
 * Immutable.
 *
 * @param done how much is done
 * @param total how much there is to be done; empty if nobody knows
 */
public record ProgressAmount(double done, OptionalDouble total) {
    /** @throws InvalidMessage for what is no finite number */
    public ProgressAmount {
        if (!Double.isFinite(done)) {
            throw InvalidMessage.at("/progress", "must be a finite number");
        }
        if (!Double.isFinite(total.orElse(0))) {
            throw InvalidMessage.at("/total", "must be a finite number");
        }
    }

    /** So much, of nobody knows how much. */
    public static ProgressAmount of(double done) {
        return new ProgressAmount(done, OptionalDouble.empty());
    }

    /** So much of so much. */
    public static ProgressAmount of(double done, double total) {
        return new ProgressAmount(done, OptionalDouble.of(total));
    }

    /** For people: {@code 3 of 10}, or {@code 3}. */
    @Override
    public String toString() {
        String shown = JsonValue.number(done).json();
        return total.isEmpty()
                ? shown
                : shown + " of " + JsonValue.number(total.getAsDouble()).json();
    }
}
