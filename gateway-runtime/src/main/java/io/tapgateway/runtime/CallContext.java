package io.tapgateway.runtime;

import io.tapgateway.runtime.text.Envelope;

/**
 * What a rule gives the agent along with a call that it lets through (A/hook-rules). Data about the call, never the
 * user's words: to a model, show {@link #framed()} (T-16). Immutable.
 *
 * @param text cleaned, at most 4 KiB; all contexts of a call together at most 16 (D-174)
 * @param provenance whose rule it was
 */
public record CallContext(String text, ToolOutcome.Provenance provenance) {
    /** What to show to the model: the text in an envelope that says whose it is, which it cannot leave. */
    public String framed() {
        return Envelope.context(provenance.source()).wrap(text);
    }
}
