package io.tapgateway.conformance;

import java.util.Locale;

/** A part of the protocol that a gateway may have without the others. */
public enum ConformanceProfile {
    /** What the Core Profile has: tokens that any program may use, tools and calls. */
    CORE,
    /** All that providers of other processes can do. */
    FULL,
    /** Codes that a user types into pages. */
    PAIRING,
    /** Results in files. */
    FILES,
    /** Providers in the gateway's own process. */
    LOCAL;

    /** For people and command lines. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
