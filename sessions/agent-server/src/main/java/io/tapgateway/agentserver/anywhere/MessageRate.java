package io.tapgateway.agentserver.anywhere;

import java.util.LinkedHashMap;
import java.util.Map;

/** How often something may be done for one name: a steady rate with a burst on top. Confined to its desk. */
final class MessageRate {
    /** How much somebody may do at once who has done nothing for a while. */
    static final int BURST = 10;

    /** How many names are remembered; the one that was used longest ago makes room. */
    static final int MOST_NAMES = 256;

    private static final double NANOS_PER_MINUTE = 60e9;
    private static final double NANOS_PER_SECOND = 1e9;

    private final double perNano;

    private final Map<String, Level> levels = new LinkedHashMap<>();

    /**
     * How much is left for a name.
     *
     * @param at nanoseconds of monotonic time
     */
    private record Level(double left, long at) {}

    MessageRate(int perMinute) {
        this.perNano = perMinute / NANOS_PER_MINUTE;
    }

    /** In how many seconds it may be done; 0 if it may be now. */
    long waitSeconds(String name, long now) {
        double missing = 1 - left(name, now);
        return missing <= 0 ? 0 : Math.max(1, (long) Math.ceil(missing / perNano / NANOS_PER_SECOND));
    }

    /** It is done. */
    void count(String name, long now) {
        double left = left(name, now) - 1;
        levels.remove(name);
        levels.put(name, new Level(left, now));
        if (levels.size() > MOST_NAMES) {
            levels.remove(levels.keySet().iterator().next());
        }
    }

    private double left(String name, long now) {
        Level level = levels.get(name);
        return level == null ? BURST : Math.min(BURST, level.left() + (now - level.at()) * perNano);
    }
}
