package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;

/** Why a model has stopped (Z-079). */
@MayChange
public enum TurnStop {
    /** It has said all it had to say. */
    END_TURN,
    /** It wanted tools to be used, and goes on with what became of them. */
    TOOL_USE,
    /** It has said as much as it may. */
    LENGTH,
    /** It gave no answer, or was not to. */
    ERROR,
    /** Somebody has stopped it. */
    ABORTED
}
