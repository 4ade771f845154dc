package io.tapgateway.simulation.trace;

import io.tapgateway.runtime.TimelineEntry;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a timeline that shows a pairing code (D-046, D-047). Immutable.
 *
 * @param origin whose it is; empty for a local program
 */
public record PairingLine(String code, Optional<String> origin) {
    private static final Pattern SHAPE =
            Pattern.compile("Pairing code (\\S{6}) for (a local program, no web origin|\\S+?)[.,] .*");

    /** What a line says, if it is one. */
    public static Optional<PairingLine> of(TimelineEntry entry) {
        if (entry.level() != TimelineEntry.Level.PAIRING) {
            return Optional.empty();
        }
        Matcher line = SHAPE.matcher(entry.text());
        if (!line.matches()) {
            throw new IllegalStateException("a line of level pairing shows no code");
        }
        return Optional.of(
                new PairingLine(line.group(1), Optional.of(line.group(2)).filter(it -> it.contains("://"))));
    }

    @Override
    public String toString() {
        return "PairingLine[code=****, origin=" + origin + "]";
    }
}
