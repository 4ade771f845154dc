package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;

/** Who asks the person where rules want one to be asked about a tool of the host's own (U-122). */
@MayChange
public enum Asking {
    /** The gateway does, by {@link SessionHost#approve}, and answers when the person has. */
    WAIT,
    /** The host does, in its own way: it is answered {@link HookDecision.Ask} at once. */
    RETURN
}
