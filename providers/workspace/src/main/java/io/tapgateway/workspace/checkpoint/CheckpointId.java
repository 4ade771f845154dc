package io.tapgateway.workspace.checkpoint;

import io.tapgateway.protocol.model.MayChange;
import java.util.Locale;
import java.util.Optional;

/**
 * The name of a checkpoint: {@code cp-0001}, and so on. It is given once in a workspace (F-037). Immutable.
 *
 * @param number from 1 on
 */
@MayChange
public record CheckpointId(int number) {
    private static final String PREFIX = "cp-";
    private static final int MOST_DIGITS = 9;

    /** Reads a name; empty if it is none. */
    public static Optional<CheckpointId> of(String text) {
        String digits = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : "";
        boolean number = !digits.isEmpty()
                && digits.length() <= MOST_DIGITS
                && digits.chars().allMatch(each -> each >= '0' && each <= '9');
        return number
                ? Optional.of(new CheckpointId(Integer.parseInt(digits)))
                        .filter(id -> id.toString().equals(text))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return PREFIX + String.format(Locale.ROOT, "%04d", number);
    }
}
