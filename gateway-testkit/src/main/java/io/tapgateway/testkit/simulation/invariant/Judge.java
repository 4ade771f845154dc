package io.tapgateway.testkit.simulation.invariant;

import java.util.function.Supplier;

/** Counts how often an invariant had something to say, and throws where it does not hold. Confined to one simulation. */
public final class Judge {
    private final String number;
    private long reached;

    /** @param number for example {@code I-01} */
    public Judge(String number) {
        this.number = number;
    }

    /** The number of the invariant. */
    public String number() {
        return number;
    }

    /** The interesting situation has come up. */
    public void reached() {
        reached++;
    }

    /** How often it came up. */
    public long reach() {
        return reached;
    }

    /** Throws {@link InvariantViolation} unless that is so. */
    public void require(boolean condition, Supplier<String> otherwise) {
        if (!condition) {
            throw new InvariantViolation(number, otherwise.get());
        }
    }
}
