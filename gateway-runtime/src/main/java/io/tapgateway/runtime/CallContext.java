package io.tapgateway.runtime;

/**
 * What a rule gives the agent along with a call that it lets through (A/hook-rules). Data about the call, never the
 * user's words; whatever shows it to a model keeps the text and where it comes from apart (T-16). Immutable.
 *
 * @param text cleaned, at most 4 KiB; all contexts of a call together at most 16 (D-174)
 * @param provenance whose rule it was
 */
public record CallContext(String text, ToolOutcome.Provenance provenance) {}
