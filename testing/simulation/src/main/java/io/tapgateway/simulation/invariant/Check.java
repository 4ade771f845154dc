package io.tapgateway.simulation.invariant;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Counts how often an invariant had something to say, and throws where it does not hold. Confined to one simulation.
 */
public final class Check {
    private final String number;
    private final Map<String, Long> occasions = new TreeMap<>();
    private long reached;

    /** @param number for example {@code I-01} */
    public Check(String number) {
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

    /** One of the interesting situations has come up that would be missed among the others. */
    public void reached(String occasion) {
        reached++;
        occasions.merge(number + " " + occasion, 1L, Long::sum);
    }

    /** How often it came up: by number, and by number and occasion. */
    public Map<String, Long> reach() {
        Map<String, Long> reach = new TreeMap<>(occasions);
        reach.put(number, reached);
        return reach;
    }

    /** Names an occasion that has to come up in some scenario, if not in this one. */
    public void expect(String occasion) {
        occasions.putIfAbsent(number + " " + occasion, 0L);
    }

    /** Throws {@link InvariantViolation} unless that is so. */
    public void require(boolean condition, Supplier<String> otherwise) {
        if (!condition) {
            throw new InvariantViolation(number, otherwise.get());
        }
    }
}
