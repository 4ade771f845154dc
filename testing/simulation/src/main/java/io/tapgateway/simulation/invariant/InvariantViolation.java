package io.tapgateway.simulation.invariant;

/** An invariant does not hold. Immutable. */
public final class InvariantViolation extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final String number;

    InvariantViolation(String number, String text) {
        super(number + ": " + text);
        this.number = number;
    }

    /** Which one. */
    public String number() {
        return number;
    }
}
