package io.tapgateway.runtime.core.pattern;

/** What a search came to. */
public enum Finding {
    /** The text has it. */
    MATCH,
    /** The text does not have it. */
    NO_MATCH,
    /** It could not be said within the budget; what follows depends on who asked (D-169). */
    EXHAUSTED
}
