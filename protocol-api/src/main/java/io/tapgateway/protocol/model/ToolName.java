package io.tapgateway.protocol.model;

import java.util.Locale;

/**
 * A tool's name: {@code [A-Za-z0-9_-]{1,64}}; two names that differ only in case are in conflict (D-118). Immutable.
 */
public record ToolName(String value) {
    /** Longest accepted value, in characters. */
    public static final int MAX_LENGTH = 64;

    public ToolName {
        Syntax.identifier("tool name", value, "_-", MAX_LENGTH);
    }

    /** The form in which names are compared for conflicts. */
    public String folded() {
        return value.toLowerCase(Locale.ROOT);
    }

    /**
     * Whether this name has the shape {@code list_<anything>_instances}, which belongs to the gateway's generated tools
     * for everybody and always (D-122).
     */
    public boolean isReserved() {
        return isReserved(value);
    }

    /** The same of any text. */
    public static boolean isReserved(String name) {
        String folded = name.toLowerCase(Locale.ROOT);
        return folded.length() > "list_".length() + "_instances".length()
                && folded.startsWith("list_")
                && folded.endsWith("_instances");
    }

    @Override
    public String toString() {
        return value;
    }
}
