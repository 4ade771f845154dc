package io.tapgateway.protocol.model;

import java.util.Locale;
import java.util.Set;

/**
 * A provider's name: {@code [A-Za-z0-9][A-Za-z0-9_-]{0,47}}, compared case-folded (D-037). Immutable.
 */
public record ProviderName(String value) {
    /** Longest accepted value, in characters. */
    public static final int MAX_LENGTH = 48;

    private static final Set<String> RESERVED = Set.of("all", "tap", "gateway", "system", "internal", "host", "list");

    public ProviderName {
        Syntax.identifier("name", value, "_-", MAX_LENGTH);
        if (!Syntax.isAlphanumeric(value.charAt(0))) {
            throw InvalidMessage.at("", "name must begin with a letter or a digit");
        }
    }

    /** The form in which names are compared. */
    public String folded() {
        return value.toLowerCase(Locale.ROOT);
    }

    /** Whether the protocol keeps this name for itself (D-072). */
    public boolean isReserved() {
        return RESERVED.contains(folded());
    }

    @Override
    public String toString() {
        return value;
    }
}
