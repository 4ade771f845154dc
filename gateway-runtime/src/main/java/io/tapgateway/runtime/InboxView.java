package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;

/**
 * What the inbox of a session is like now. Immutable.
 *
 * @param waiting how many prompts wait
 * @param expectant whether there is anybody who may put prompts into it
 */
@MayChange
public record InboxView(int waiting, boolean expectant) {
    /** Nothing waits, and nobody could change that. */
    public static final InboxView NONE = new InboxView(0, false);
}
