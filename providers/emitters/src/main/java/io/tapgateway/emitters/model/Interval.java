package io.tapgateway.emitters.model;

import io.tapgateway.protocol.json.JsonFault;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as people write them: {@code 30s}, {@code 5m}, {@code 2h}, {@code 1d}. Stateless. */
public final class Interval {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,6})([smhd])");

    private Interval() {}

    /**
     * Reads one.
     *
     * @throws JsonFault if it has another form, or is shorter or longer than allowed
     */
    public static Duration parse(String text, Duration shortest) {
        Matcher matcher = FORM.matcher(text);
        require(matcher.matches(), "must be a number of s, m, h or d, such as 30s or 5m");
        Duration length = Duration.ofSeconds(Long.parseLong(matcher.group(1)) * seconds(matcher.group(2)));
        require(length.compareTo(shortest) >= 0, "must be at least " + text(shortest));
        require(
                length.compareTo(EmitterLimits.MAX_INTERVAL) <= 0,
                "must be at most " + text(EmitterLimits.MAX_INTERVAL));
        return length;
    }

    private static void require(boolean right, String otherwise) {
        if (!right) {
            throw new JsonFault("", otherwise);
        }
    }

    /** As {@link #parse} reads it, in the largest unit that fits. */
    public static String text(Duration length) {
        long seconds = length.toSeconds();
        for (String unit : new String[] {"d", "h", "m"}) {
            if (seconds > 0 && seconds % seconds(unit) == 0) {
                return seconds / seconds(unit) + unit;
            }
        }
        return seconds + "s";
    }

    private static long seconds(String unit) {
        return switch (unit) {
            case "d" -> 86_400;
            case "h" -> 3_600;
            case "m" -> 60;
            default -> 1;
        };
    }
}
