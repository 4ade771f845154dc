package io.tapgateway.app.doctor;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version of an agent, as its makers count. Immutable. */
record AgentVersion(int major, int minor, int patch) {
    private static final Pattern WRITTEN = Pattern.compile("\\b([0-9]{1,9})\\.([0-9]{1,9})\\.([0-9]{1,9})");
    private static final Comparator<AgentVersion> BY_LINE =
            Comparator.comparing(AgentVersion::major).thenComparing(AgentVersion::minor);

    /** The first one in a text. */
    static Optional<AgentVersion> in(String text) {
        Matcher found = WRITTEN.matcher(text);
        return found.find()
                ? Optional.of(new AgentVersion(
                        Integer.parseInt(found.group(1)),
                        Integer.parseInt(found.group(2)),
                        Integer.parseInt(found.group(3))))
                : Optional.empty();
    }

    /** Whether both differ in what was mended alone. */
    boolean isLike(AgentVersion other) {
        return BY_LINE.compare(this, other) == 0;
    }

    boolean isBefore(AgentVersion other) {
        return BY_LINE.compare(this, other) < 0;
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
